; What the installer says, in the app's three languages; those of its pages come with NSIS.

!macro Text name english german chinese
    LangString ${name} ${LANG_ENGLISH} "${english}"
    LangString ${name} ${LANG_GERMAN} "${german}"
    LangString ${name} ${LANG_SIMPCHINESE} "${chinese}"
!macroend

!insertmacro Text PartProgram "Meshnet (required)" "Meshnet (erforderlich)" "Meshnet（必需）"
!insertmacro Text PartDesktop "Shortcut on the desktop" "Verknüpfung auf dem Desktop" "桌面快捷方式"
!insertmacro Text PartAutostart "Start when I sign in" "Bei der Anmeldung starten" "登录时启动"
!insertmacro Text PartPath "Command meshnet in terminals" "Befehl meshnet im Terminal" "在终端中使用 meshnet 命令"
!insertmacro Text AboutProgram \
    "The app, its command line and a small model, so that the first chat works without a network." \
    "Die App, ihre Befehlszeile und ein kleines Modell, mit dem der erste Chat ohne Netz gelingt." \
    "应用、命令行程序和一个小模型，首次聊天无需网络。"
!insertmacro Text AboutDesktop \
    "Puts Meshnet on the desktop. It is in the start menu in any case." \
    "Legt Meshnet auf den Desktop. Im Startmenü steht es auf jeden Fall." \
    "在桌面上放置 Meshnet。开始菜单中总会有它。"
!insertmacro Text AboutAutostart \
    "Meshnet starts in the tray when you sign in. You can change this in its settings at any time." \
    "Meshnet startet bei Ihrer Anmeldung im Infobereich. Sie können das jederzeit in den Einstellungen ändern." \
    "登录时 Meshnet 在托盘中启动。您可以随时在设置中更改。"
!insertmacro Text AboutPath \
    "Adds the folder of the program to your search path." \
    "Fügt den Ordner des Programms Ihrem Suchpfad hinzu." \
    "将程序文件夹添加到您的搜索路径。"

!insertmacro Text Copying "Copying files…" "Dateien werden kopiert…" "正在复制文件…"
!insertmacro Text RemovingOld \
    "Removing the older version…" "Die ältere Version wird entfernt…" "正在移除旧版本…"
!insertmacro Text AskingToEnd \
    "Meshnet is running. It finishes what it does for others, and ends…" \
    "Meshnet läuft. Es bringt zu Ende, was es für andere tut, und beendet sich…" \
    "Meshnet 正在运行。它会完成为他人所做的工作，然后结束…"
!insertmacro Text StillRuns \
    "Meshnet is still running.$\n$\nYes: wait for it a little longer.$\nNo: end it now. Answers that are being written break off.$\nCancel: stop here." \
    "Meshnet läuft noch.$\n$\nJa: noch etwas warten.$\nNein: jetzt beenden. Antworten, die gerade geschrieben werden, brechen ab.$\nAbbrechen: hier aufhören." \
    "Meshnet 仍在运行。$\n$\n是：再等一会儿。$\n否：立即结束。正在写的回答会中断。$\n取消：到此为止。"
!insertmacro Text CannotEnd \
    "Meshnet is still running and could not be ended. Perhaps another user of this computer runs it." \
    "Meshnet läuft noch und ließ sich nicht beenden. Vielleicht verwendet es gerade ein anderer Benutzer dieses Computers." \
    "Meshnet 仍在运行，无法结束。可能是这台计算机的另一位用户正在运行它。"
!insertmacro Text IsBusy \
    "Another setup of Meshnet is open already." \
    "Eine andere Installation von Meshnet ist bereits geöffnet." \
    "另一个 Meshnet 安装程序已打开。"
!insertmacro Text TooOld \
    "Meshnet needs 64-bit Windows 10, version 1809, or newer (on ARM: Windows 11)." \
    "Meshnet benötigt Windows 10 (64 Bit), Version 1809, oder neuer (auf ARM: Windows 11)." \
    "Meshnet 需要 64 位 Windows 10 版本 1809 或更高版本（ARM：Windows 11）。"
!insertmacro Text TooLong \
    "The name of this folder is too long. Choose a shorter one." \
    "Der Name dieses Ordners ist zu lang. Wählen Sie einen kürzeren." \
    "此文件夹名称过长。请选择较短的名称。"
!insertmacro Text IsDataFolder \
    "Meshnet keeps your chats and settings in this folder. Choose another one for the program." \
    "In diesem Ordner bewahrt Meshnet Ihre Chats und Einstellungen auf. Wählen Sie einen anderen für das Programm." \
    "Meshnet 在此文件夹中保存您的聊天和设置。请为程序选择其他文件夹。"
!insertmacro Text IsForeign \
    "This folder has files of another program that would be overwritten. Choose an empty one." \
    "In diesem Ordner liegen Dateien eines anderen Programms, die überschrieben würden. Wählen Sie einen leeren." \
    "此文件夹中有其他程序的文件，它们会被覆盖。请选择空文件夹。"
!insertmacro Text NoSpace \
    "The disk of this folder is too full: $R9 MB must be free." \
    "Auf dem Laufwerk dieses Ordners ist zu wenig Platz: $R9 MB müssen frei sein." \
    "此文件夹所在磁盘空间不足：需要 $R9 MB 可用空间。"
!insertmacro Text CannotWrite \
    "This folder cannot be written. Choose another one." \
    "In diesen Ordner kann nicht geschrieben werden. Wählen Sie einen anderen." \
    "无法写入此文件夹。请选择其他文件夹。"
!insertmacro Text CannotRemoveOld \
    "The older version could not be removed. Uninstall it in the Windows settings first." \
    "Die ältere Version ließ sich nicht entfernen. Deinstallieren Sie sie zuerst in den Windows-Einstellungen." \
    "无法移除旧版本。请先在 Windows 设置中将其卸载。"
!insertmacro Text CannotAddToPath \
    "The search path could not be changed." \
    "Der Suchpfad konnte nicht geändert werden." \
    "无法更改搜索路径。"

!insertmacro Text NotHere \
    "Meshnet is not installed in this folder." \
    "Meshnet ist nicht in diesem Ordner installiert." \
    "此文件夹中未安装 Meshnet。"
!insertmacro Text CannotDelete \
    "Some files could not be deleted. Close the programs that use them, and uninstall again." \
    "Einige Dateien konnten nicht gelöscht werden. Schließen Sie die Programme, die sie verwenden, und deinstallieren Sie erneut." \
    "部分文件无法删除。请关闭正在使用它们的程序，然后重新卸载。"
!insertmacro Text DeletingData "Deleting your data…" "Ihre Daten werden gelöscht…" "正在删除您的数据…"
!insertmacro Text DataTitle "Your data" "Ihre Daten" "您的数据"
!insertmacro Text DataSubtitle \
    "Keep it for a later installation, or delete it." \
    "Für eine spätere Installation behalten oder löschen." \
    "保留以备将来安装，或删除。"
!insertmacro Text DataText \
    "Your chats, settings, memberships in swarms and downloaded models lie in this folder. They stay there unless you tick the box." \
    "Ihre Chats, Einstellungen, Mitgliedschaften in Schwärmen und heruntergeladenen Modelle liegen in diesem Ordner. Sie bleiben dort, wenn Sie das Kästchen nicht ankreuzen." \
    "您的聊天、设置、集群成员身份和已下载的模型位于此文件夹中。除非勾选此框，否则它们会保留。"
!insertmacro Text DataBox \
    "Delete all of it. This cannot be undone." \
    "Alles löschen. Das lässt sich nicht rückgängig machen." \
    "全部删除。此操作无法撤消。"
