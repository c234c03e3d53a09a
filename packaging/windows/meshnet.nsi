; The installer for Windows: for one user, without administrator rights. installers/windows.py runs makensis on it.
;
; Installing:    meshnet-...-setup.exe [/S] [/DESKTOP] [/AUTOSTART] [/PATH] [/FORCE] [/WAIT=s] [/LANG=id] [/D=folder]
; Uninstalling:  uninstall-meshnet.exe [/S] [/DELETEDATA] [/FORCE] [/WAIT=s] [/LANG=id]
; README.md beside this file says what each does, and the exit codes.
;
; Given by makensis -D: TARGET VERSION NUMBERS OUT ICON LICENCE PAYLOAD PICTURE, and SIGN where it is to be signed.

Unicode true
Target ${TARGET}
SetCompressor /SOLID lzma
SetCompressorDictSize 32
RequestExecutionLevel user
ManifestDPIAware true
ManifestSupportedOS Win10
CRCCheck on
AllowSkipFiles off
AutoCloseWindow false
ShowInstDetails nevershow
ShowUninstDetails nevershow

!define NAME "Meshnet"
!define CONSOLE "meshnet.exe"
!define WINDOW "meshnet-gui.exe"
!define UNINSTALLER "uninstall-meshnet.exe"
!define DATA "$LOCALAPPDATA\meshnet"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\${NAME}"
!define RUN_KEY "Software\Microsoft\Windows\CurrentVersion\Run"
!define RUN_VALUE "meshnet"
!define OLDEST_BUILD 17763 ; Windows 10 1809, the oldest that Qt 6 is made for
!define OLDEST_ARM_BUILD 22000 ; Windows 11, the first that runs x86-64 programs on ARM

!define EXIT_CANCELLED 1
!define EXIT_FAILED 2
!define EXIT_RUNNING 3
!define EXIT_SYSTEM 4
!define EXIT_SPACE 5
!define EXIT_FOLDER 6
!define EXIT_BUSY 7

Name "${NAME}"
BrandingText "${NAME} ${VERSION}"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\${NAME}"
InstallDirRegKey HKCU "${UNINSTALL_KEY}" "InstallLocation"

VIProductVersion "${NUMBERS}"
VIFileVersion "${NUMBERS}"
VIAddVersionKey /LANG=0 "CompanyName" "${NAME}"
VIAddVersionKey /LANG=0 "FileDescription" "${NAME} Setup"
VIAddVersionKey /LANG=0 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "LegalCopyright" "The Meshnet contributors. Apache License 2.0."
VIAddVersionKey /LANG=0 "ProductName" "${NAME}"
VIAddVersionKey /LANG=0 "ProductVersion" "${VERSION}"

!ifdef SIGN ; a command that signs the file whose name is appended
    !uninstfinalize '${SIGN} "%1"' = 0
    !finalize '${SIGN} "%1"' = 0
!endif

!include MUI2.nsh
!include LogicLib.nsh
!include FileFunc.nsh
!include WinVer.nsh
!include x64.nsh
!include Sections.nsh

Var Old ; where an older version lies, "" for none
Var Problem
Var ProblemCode
Var DeleteData

!include "${PAYLOAD}" ; SIZE_KB, LONGEST, and macros with the names of all files
!include "running.nsh"
!include "search_path.nsh"
!include "data.nsh"

; --- pages -----------------------------------------------------------------------------------------------------------

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_UNABORTWARNING
!define MUI_LICENSEPAGE_CHECKBOX
!define MUI_COMPONENTSPAGE_SMALLDESC
!define MUI_WELCOMEFINISHPAGE_BITMAP "${PICTURE}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\${WINDOW}"
!define MUI_FINISHPAGE_NOREBOOTSUPPORT

!insertmacro MUI_PAGE_LICENSE "${LICENCE}"
!insertmacro MUI_PAGE_COMPONENTS
!define MUI_PAGE_CUSTOMFUNCTION_LEAVE LeaveFolderPage
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH

!insertmacro MUI_UNPAGE_CONFIRM
UninstPage custom un.ShowDataPage un.LeaveDataPage
!insertmacro MUI_UNPAGE_INSTFILES

!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"
!insertmacro MUI_LANGUAGE "SimpChinese"
!include "texts.nsh"

; --- installing ------------------------------------------------------------------------------------------------------

Section "$(PartProgram)" PartProgram
    SectionIn RO
    Call FindProblem
    ${If} $Problem != ""
        Push $ProblemCode
        Push $Problem
        Call Stop
    ${EndIf}
    Call RemoveOld
    Push $INSTDIR
    Call EndRunning

    ; First what takes all of it away again, so that an installation that was broken off can be repeated or removed.
    SetOutPath "$INSTDIR"
    ClearErrors
    WriteUninstaller "$INSTDIR\${UNINSTALLER}"
    ${If} ${Errors}
        Push ${EXIT_FOLDER}
        Push "$(CannotWrite)"
        Call Stop
    ${EndIf}
    Call WriteUninstallKey
    SetOverwrite on
    SetDetailsPrint textonly
    DetailPrint "$(Copying)"
    SetDetailsPrint none
    !insertmacro InstallFiles
    SetDetailsPrint both
    SetOutPath "$INSTDIR"
    CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\${WINDOW}"
SectionEnd

Section /o "$(PartDesktop)" PartDesktop
    CreateShortcut "$DESKTOP\${NAME}.lnk" "$INSTDIR\${WINDOW}"
SectionEnd

Section /o "$(PartAutostart)" PartAutostart
    Call SignInCommand
    Pop $0
    WriteRegStr HKCU "${RUN_KEY}" "${RUN_VALUE}" $0
SectionEnd

Section /o "$(PartPath)" PartPath
    Push $INSTDIR
    Call AddToPath
SectionEnd

!insertmacro MUI_FUNCTION_DESCRIPTION_BEGIN
    !insertmacro MUI_DESCRIPTION_TEXT ${PartProgram} "$(AboutProgram)"
    !insertmacro MUI_DESCRIPTION_TEXT ${PartDesktop} "$(AboutDesktop)"
    !insertmacro MUI_DESCRIPTION_TEXT ${PartAutostart} "$(AboutAutostart)"
    !insertmacro MUI_DESCRIPTION_TEXT ${PartPath} "$(AboutPath)"
!insertmacro MUI_FUNCTION_DESCRIPTION_END

Function .onInit
    SetRegView 64
    Call TakeLanguage
    Call CheckAlone
    Call CheckSystem
    ReadRegStr $Old HKCU "${UNINSTALL_KEY}" "InstallLocation"
    ${If} $Old != ""
    ${AndIfNot} ${FileExists} "$Old\${UNINSTALLER}"
        StrCpy $Old ""
    ${EndIf}
    ${If} $INSTDIR == "$Old\" ; NSIS ends what it reads from the registry so
        StrCpy $INSTDIR $Old
    ${EndIf}
    Call ChooseParts
FunctionEnd

; What is there of an older version stays chosen; switches choose the rest.
Function ChooseParts
    ${GetParameters} $R0
    !macro ChooseFor switch part
        ClearErrors
        ${GetOptions} $R0 "${switch}" $0
        ${IfNot} ${Errors}
            !insertmacro SelectSection ${part}
        ${EndIf}
    !macroend
    !insertmacro ChooseFor "/DESKTOP" ${PartDesktop}
    !insertmacro ChooseFor "/AUTOSTART" ${PartAutostart}
    !insertmacro ChooseFor "/PATH" ${PartPath}
    ${If} $Old == ""
        Return
    ${EndIf}
    ${If} ${FileExists} "$DESKTOP\${NAME}.lnk"
        !insertmacro SelectSection ${PartDesktop}
    ${EndIf}
    ReadRegStr $0 HKCU "${RUN_KEY}" "${RUN_VALUE}"
    ${If} $0 != ""
        !insertmacro SelectSection ${PartAutostart}
    ${EndIf}
    !insertmacro SetSectionFlag ${PartAutostart} ${SF_RO} ; from now on the app's own setting decides
    Push $Old
    Call IsInPath
    Pop $0
    ${If} $0 = 1
        !insertmacro SelectSection ${PartPath}
    ${EndIf}
FunctionEnd

; As the app itself writes it for its own setting: quoted where the path has spaces (subprocess.list2cmdline).
Function SignInCommand
    StrCpy $0 "$INSTDIR\${WINDOW}"
    StrCpy $1 0
    ${Do}
        StrCpy $2 $0 1 $1
        ${If} $2 == " "
            StrCpy $0 '"$0"'
            ${Break}
        ${EndIf}
        IntOp $1 $1 + 1
    ${LoopUntil} $2 == ""
    Push "$0 --hidden"
FunctionEnd

Function RemoveOld
    ${If} $Old == ""
        Return
    ${EndIf}
    Push $Old
    Call EndRunning
    DetailPrint "$(RemovingOld)"
    CopyFiles /SILENT "$Old\${UNINSTALLER}" "$PLUGINSDIR\old.exe"
    ClearErrors
    ExecWait '"$PLUGINSDIR\old.exe" /S /UPGRADE _?=$Old' $0
    ${If} ${Errors}
    ${OrIf} $0 != 0
        Push ${EXIT_FAILED}
        Push "$(CannotRemoveOld)"
        Call Stop
    ${EndIf}
    Delete "$Old\${UNINSTALLER}"
    RMDir "$Old"
FunctionEnd

Function WriteUninstallKey
    WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "${NAME}"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\${WINDOW},0"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "Publisher" "The Meshnet contributors"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\${UNINSTALLER}"'
    WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\${UNINSTALLER}" /S'
    WriteRegDWORD HKCU "${UNINSTALL_KEY}" "EstimatedSize" ${SIZE_KB}
    WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1
FunctionEnd

; --- what is in the way ----------------------------------------------------------------------------------------------

Function CheckSystem
    ${IfNot} ${RunningX64}
    ${OrIfNot} ${AtLeastBuild} ${OLDEST_BUILD}
        Push ${EXIT_SYSTEM}
        Push "$(TooOld)"
        Call Stop
    ${EndIf}
    ${If} ${IsNativeARM64}
    ${AndIfNot} ${AtLeastBuild} ${OLDEST_ARM_BUILD}
        Push ${EXIT_SYSTEM}
        Push "$(TooOld)"
        Call Stop
    ${EndIf}
FunctionEnd

Function LeaveFolderPage
    Call FindProblem
    ${If} $Problem != ""
        MessageBox MB_OK|MB_ICONEXCLAMATION "$Problem"
        Abort
    ${EndIf}
FunctionEnd

; Why this folder will not do, in $Problem with $ProblemCode; "" where it will.
Function FindProblem
    StrCpy $Problem ""
    StrCpy $ProblemCode ${EXIT_FOLDER}
    StrLen $0 $INSTDIR
    IntOp $0 $0 + ${LONGEST}
    ${If} $0 > 258 ; a path with its end is 260 at most
        StrCpy $Problem "$(TooLong)"
        Return
    ${EndIf}
    StrLen $0 "${DATA}"
    StrCpy $1 "$INSTDIR\" $0
    StrCpy $2 "$INSTDIR\" 1 $0
    ${If} $1 == "${DATA}"
    ${AndIf} $2 == "\"
        StrCpy $Problem "$(IsDataFolder)"
        Return
    ${EndIf}
    ${If} $INSTDIR != $Old
        Call FindForeign
    ${EndIf}
    ${If} $Problem == ""
        Call FindSpace
    ${EndIf}
FunctionEnd

; Nothing that was there before is written over, and so nothing of others is deleted at the end. The uninstaller has a
; name of its own, and may be left of an uninstallation that was waited for.
Function FindForeign
    !macro TopName name
        ${If} ${FileExists} "$INSTDIR\${name}"
            StrCpy $Problem "$(IsForeign)"
        ${EndIf}
    !macroend
    !insertmacro TopNames
FunctionEnd

; Twice the size where the temporary folder is on the same disk: a solid archive is unpacked there first.
Function FindSpace
    ${GetRoot} "$INSTDIR" $0
    ${GetRoot} "$TEMP" $1
    StrCpy $2 ${SIZE_KB}
    ${If} $0 == $1
        System::Int64Op $2 * 2
        Pop $2
    ${EndIf}
    ${If} $Old != ""
        ${GetRoot} "$Old" $3
        ${If} $3 == $0
            ReadRegDWORD $3 HKCU "${UNINSTALL_KEY}" "EstimatedSize"
            System::Int64Op $2 - $3
            Pop $2
        ${EndIf}
    ${EndIf}
    System::Call 'kernel32::GetDiskFreeSpaceExW(w "$0\", *l .r4, p 0, p 0) i .r5'
    ${If} $5 = 0
        StrCpy $Problem "$(CannotWrite)"
        Return
    ${EndIf}
    System::Int64Op $4 / 1024
    Pop $4
    System::Int64Op $4 < $2
    Pop $5
    ${If} $5 = 1
        System::Int64Op $2 / 1024
        Pop $R9
        StrCpy $Problem "$(NoSpace)"
        StrCpy $ProblemCode ${EXIT_SPACE}
    ${EndIf}
FunctionEnd

; --- both ------------------------------------------------------------------------------------------------------------

!macro Both un
    ; Push the exit code, push the text.
    Function ${un}Stop
        Pop $1
        Pop $0
        MessageBox MB_OK|MB_ICONSTOP "$1" /SD IDOK
        SetErrorLevel $0
        Quit
    FunctionEnd

    Function ${un}TakeLanguage
        ${GetParameters} $R0
        ClearErrors
        ${GetOptions} $R0 "/LANG=" $0
        ${IfNot} ${Errors}
            StrCpy $LANGUAGE $0
        ${EndIf}
    FunctionEnd

    Function ${un}CheckAlone
        System::Call 'kernel32::CreateMutexW(p 0, i 0, w "MeshnetSetup") p .r1 ?e'
        Pop $0
        ${If} $0 = 183 ; ERROR_ALREADY_EXISTS
            Push ${EXIT_BUSY}
            Push "$(IsBusy)"
            Call ${un}Stop
        ${EndIf}
    FunctionEnd
!macroend
!insertmacro Both ""
!insertmacro Both "un."

; --- uninstalling ----------------------------------------------------------------------------------------------------

Function un.onInit
    SetRegView 64
    Call un.TakeLanguage
    StrCpy $DeleteData 0
    ClearErrors
    ${GetOptions} $R0 "/UPGRADE" $0
    ${IfNot} ${Errors}
        Return
    ${EndIf}
    Call un.CheckAlone
    ClearErrors
    ${GetOptions} $R0 "/DELETEDATA" $0
    ${IfNot} ${Errors}
        StrCpy $DeleteData 1
    ${EndIf}
FunctionEnd

Section "un.Program"
    ; A copy of this uninstaller in another folder has nothing to remove there.
    ReadRegStr $Old HKCU "${UNINSTALL_KEY}" "InstallLocation"
    ${If} $Old != $INSTDIR
    ${AndIfNot} ${FileExists} "$INSTDIR\${WINDOW}"
        Push ${EXIT_FOLDER}
        Push "$(NotHere)"
        Call un.Stop
    ${EndIf}
    Push $INSTDIR
    Call un.EndRunning

    SetDetailsPrint none
    ClearErrors
    !insertmacro DeleteFiles
    ${If} ${Errors}
        SetDetailsPrint both
        Push ${EXIT_FAILED}
        Push "$(CannotDelete)"
        Call un.Stop
    ${EndIf}
    !insertmacro RemoveFolders
    SetDetailsPrint both

    Push $INSTDIR
    Call un.RemoveFromPath
    ${If} $Old == $INSTDIR
        Delete "$SMPROGRAMS\${NAME}.lnk"
        Delete "$DESKTOP\${NAME}.lnk"
        Call un.RemoveSignIn
    ${EndIf}
    ${GetParameters} $R0
    ClearErrors
    ${GetOptions} $R0 "/UPGRADE" $0
    ${IfNot} ${Errors}
        Return ; who upgrades keeps the key until there is another, and removes this file
    ${EndIf}
    ${If} $Old == $INSTDIR
        DeleteRegKey HKCU "${UNINSTALL_KEY}"
    ${EndIf}
    Delete "$INSTDIR\${UNINSTALLER}"
    SetOutPath "$TEMP"
    RMDir "$INSTDIR"
    ${If} $DeleteData = 1
        DetailPrint "$(DeletingData)"
        Push "${DATA}"
        Call un.DeleteTree
    ${EndIf}
SectionEnd

; The value of another Meshnet, such as one from a checkout, stays.
Function un.RemoveSignIn
    ReadRegStr $0 HKCU "${RUN_KEY}" "${RUN_VALUE}"
    ${If} $0 == '"$INSTDIR\${WINDOW}" --hidden'
    ${OrIf} $0 == "$INSTDIR\${WINDOW} --hidden"
        DeleteRegValue HKCU "${RUN_KEY}" "${RUN_VALUE}"
    ${EndIf}
FunctionEnd
