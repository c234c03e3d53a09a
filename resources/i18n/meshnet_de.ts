<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context>
    <name>Meshnet</name>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source> GB</source>
        <translation> GB</translation>
    </message>
    <message>
        <source> MB/s</source>
        <translation> MB/s</translation>
    </message>
    <message>
        <source> min</source>
        <translation> min</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> Tokens</translation>
    </message>
    <message numerus="yes">
        <source>({num} more characters were sent)</source>
        <extracomment>({num} more character was sent)</extracomment>
        <translation>
            <numerusform>({num} weiteres Zeichen wurde gesendet)</numerusform>
            <numerusform>({num} weitere Zeichen wurden gesendet)</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <translation>, </translation>
    </message>
    <message>
        <source>0 (greedy)</source>
        <translation>0 (immer das Wahrscheinlichste)</translation>
    </message>
    <message>
        <source>0 up to 15 means layers 0 to 14</source>
        <translation>0 bis 15 heißt: Schichten 0 bis 14</translation>
    </message>
    <message>
        <source>16 bit</source>
        <translation>16 Bit</translation>
    </message>
    <message>
        <source>30 days</source>
        <translation>30 Tage</translation>
    </message>
    <message>
        <source>32 bit</source>
        <translation>32 Bit</translation>
    </message>
    <message>
        <source>4 bit</source>
        <translation>4 Bit</translation>
    </message>
    <message>
        <source>7 days</source>
        <translation>7 Tage</translation>
    </message>
    <message>
        <source>8 bit</source>
        <translation>8 Bit</translation>
    </message>
    <message>
        <source>&lt;{seconds} s</source>
        <translation>&lt;{seconds} s</translation>
    </message>
    <message>
        <source>A chat that runs on several computers is computed by them. Each one works on numbers from which your text and the answer can be reconstructed; the first and the last get the words themselves. So be in a swarm with people whom you trust with that.</source>
        <translation>Ein Chat, der auf mehreren Computern läuft, wird von ihnen berechnet. Jeder arbeitet mit Zahlen, aus denen sich Ihr Text und die Antwort wiederherstellen lassen; der erste und der letzte bekommen die Wörter selbst. Seien Sie deshalb nur mit Menschen in einem Schwarm, denen Sie das anvertrauen.</translation>
    </message>
    <message>
        <source>A chat that runs on this computer alone is seen by nobody else. Where the whole model fits, the settings can keep every chat here.</source>
        <translation>Einen Chat, der allein auf diesem Computer läuft, sieht niemand sonst. Wo das ganze Modell Platz hat, lässt sich in den Einstellungen festlegen, dass jeder Chat hier bleibt.</translation>
    </message>
    <message>
        <source>A firewall or a missing permission keeps Meshnet from the network.</source>
        <translation>Eine Firewall oder eine fehlende Berechtigung hält Meshnet vom Netz fern.</translation>
    </message>
    <message>
        <source>A message can have {num} attachments.</source>
        <translation>Eine Nachricht kann {num} Anhänge haben.</translation>
    </message>
    <message>
        <source>A message can hold {most} characters.</source>
        <translation>Eine Nachricht fasst {most} Zeichen.</translation>
    </message>
    <message>
        <source>A model is here</source>
        <translation>Ein Modell ist da</translation>
    </message>
    <message>
        <source>A model to begin with</source>
        <translation>Ein Modell für den Anfang</translation>
    </message>
    <message>
        <source>A peer kept no session cache, so every token cost a full pass.</source>
        <translation>Ein Peer hat keinen Sitzungscache behalten, darum kostete jedes Token einen vollen Durchlauf.</translation>
    </message>
    <message>
        <source>A picture of the invite</source>
        <translation>Ein Bild der Einladung</translation>
    </message>
    <message>
        <source>A swarm is a group of people who lend each other their computers. Each computer keeps some layers of the model, and together they answer. Only who has an invite gets in, and all that they send each other is encrypted.</source>
        <translation>Ein Schwarm ist eine Gruppe von Menschen, die einander ihre Computer leihen. Jeder Computer hält einige Schichten des Modells, und zusammen antworten sie. Hinein kommt nur, wer eine Einladung hat, und alles, was sie einander senden, ist verschlüsselt.</translation>
    </message>
    <message>
        <source>A year</source>
        <translation>Ein Jahr</translation>
    </message>
    <message>
        <source>API</source>
        <translation>API</translation>
    </message>
    <message>
        <source>API key</source>
        <translation>API-Schlüssel</translation>
    </message>
    <message>
        <source>About Meshnet</source>
        <translation>Über Meshnet</translation>
    </message>
    <message>
        <source>About {size} of models that were not used for long would go from the disk.</source>
        <translation>Etwa {size} an lange nicht verwendeten Modellen würden vom Datenträger entfernt.</translation>
    </message>
    <message>
        <source>About…</source>
        <translation>Über…</translation>
    </message>
    <message>
        <source>Access token</source>
        <translation>Zugangstoken</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add it although it is not encrypted</source>
        <translation>Trotz fehlender Verschlüsselung hinzufügen</translation>
    </message>
    <message>
        <source>Add it anyway</source>
        <translation>Trotzdem hinzufügen</translation>
    </message>
    <message>
        <source>Add the computer at this address</source>
        <translation>Den Computer mit dieser Adresse hinzufügen</translation>
    </message>
    <message>
        <source>Add {repository}</source>
        <translation>{repository} hinzufügen</translation>
    </message>
    <message>
        <source>Adding up…</source>
        <translation>Wird zusammengezählt…</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Address of a computer</source>
        <translation>Adresse eines Computers</translation>
    </message>
    <message>
        <source>Address of a mirror</source>
        <translation>Adresse eines Spiegels</translation>
    </message>
    <message>
        <source>Age</source>
        <translation>Alter</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>All lines</source>
        <translation>Alle Zeilen</translation>
    </message>
    <message>
        <source>All peers of a route need the same one.</source>
        <translation>Alle Peers einer Route brauchen dieselbe.</translation>
    </message>
    <message>
        <source>All that is in its folder is deleted.</source>
        <translation>Alles in seinem Ordner wird gelöscht.</translation>
    </message>
    <message>
        <source>All {last}</source>
        <translation>Alle {last}</translation>
    </message>
    <message numerus="yes">
        <source>All {layers} layers on {num} other computers</source>
        <extracomment>All {layers} layers on {num} other computer</extracomment>
        <translation>
            <numerusform>Alle {layers} Schichten auf {num} anderem Computer</numerusform>
            <numerusform>Alle {layers} Schichten auf {num} anderen Computern</numerusform>
        </translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Immer</translation>
    </message>
    <message>
        <source>An address begins with http:// or https://, or with neither.</source>
        <translation>Eine Adresse beginnt mit http:// oder https:// oder mit keinem von beiden.</translation>
    </message>
    <message>
        <source>An answer broke off</source>
        <translation>Eine Antwort ist abgebrochen</translation>
    </message>
    <message>
        <source>An answer needs every layer of the model. Serve them yourself, or bring in others who do.</source>
        <translation>Eine Antwort braucht alle Schichten des Modells. Stellen Sie sie selbst bereit, oder holen Sie andere dazu, die das tun.</translation>
    </message>
    <message>
        <source>An example for a terminal</source>
        <translation>Ein Beispiel für ein Terminal</translation>
    </message>
    <message numerus="yes">
        <source>And {num} others.</source>
        <extracomment>And {num} other.</extracomment>
        <translation>
            <numerusform>Und {num} weiterer.</numerusform>
            <numerusform>Und {num} weitere.</numerusform>
        </translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>Neu antworten</translation>
    </message>
    <message>
        <source>Answer options</source>
        <translation>Antwortoptionen</translation>
    </message>
    <message>
        <source>Any free one</source>
        <translation>Irgendein freier</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Darstellung</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Apply and reload</source>
        <translation>Anwenden und neu laden</translation>
    </message>
    <message>
        <source>Apply model, layers, precision, threads and reach</source>
        <translation>Modell, Schichten, Genauigkeit, Threads und Erreichbarkeit anwenden</translation>
    </message>
    <message numerus="yes">
        <source>Apply {num} changes</source>
        <extracomment>Apply {num} change</extracomment>
        <translation>
            <numerusform>{num} Änderung anwenden</numerusform>
            <numerusform>{num} Änderungen anwenden</numerusform>
        </translation>
    </message>
    <message>
        <source>Applying…</source>
        <translation>Wird angewendet…</translation>
    </message>
    <message>
        <source>Around a pause</source>
        <translation>Rund um eine Pause</translation>
    </message>
    <message>
        <source>As computed</source>
        <translation>Wie berechnet</translation>
    </message>
    <message>
        <source>As measured</source>
        <translation>Wie gemessen</translation>
    </message>
    <message>
        <source>As stored</source>
        <translation>Wie gespeichert</translation>
    </message>
    <message>
        <source>Ask now</source>
        <translation>Jetzt fragen</translation>
    </message>
    <message>
        <source>Ask your first question: the model answers on this computer.</source>
        <translation>Stellen Sie Ihre erste Frage: Das Modell antwortet auf diesem Computer.</translation>
    </message>
    <message>
        <source>Ask {address} now</source>
        <translation>{address} jetzt fragen</translation>
    </message>
    <message>
        <source>Ask: {question}</source>
        <translation>Fragen: {question}</translation>
    </message>
    <message>
        <source>Asking the hub whether it knows this token…</source>
        <translation>Der Hub wird gefragt, ob er dieses Token kennt…</translation>
    </message>
    <message>
        <source>Asks for terms to be accepted</source>
        <translation>Verlangt die Annahme von Bedingungen</translation>
    </message>
    <message>
        <source>At all times</source>
        <translation>Zu jeder Zeit</translation>
    </message>
    <message>
        <source>At all times. One line each, like mon-fri 22:00-07:00</source>
        <translation>Zu jeder Zeit. Je eine Zeile, etwa mon-fri 22:00-07:00</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Höchstens</translation>
    </message>
    <message>
        <source>At night</source>
        <translation>Nachts</translation>
    </message>
    <message>
        <source>At night and on weekends</source>
        <translation>Nachts und am Wochenende</translation>
    </message>
    <message>
        <source>At once</source>
        <translation>Sofort</translation>
    </message>
    <message>
        <source>At worst {worst_bytes}: {max_sessions} × {each}</source>
        <translation>Schlimmstenfalls {worst_bytes}: {max_sessions} × {each}</translation>
    </message>
    <message>
        <source>Attach text files</source>
        <translation>Textdateien anhängen</translation>
    </message>
    <message>
        <source>Attach text files; a folder cannot be sent.</source>
        <translation>Hängen Sie Textdateien an; ein Ordner kann nicht gesendet werden.</translation>
    </message>
    <message>
        <source>Attach the part that your question is about.</source>
        <translation>Hängen Sie den Teil an, um den es in Ihrer Frage geht.</translation>
    </message>
    <message>
        <source>Attachments</source>
        <translation>Anhänge</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Back to the default: {title}</source>
        <translation>Auf den Standard zurücksetzen: {title}</translation>
    </message>
    <message>
        <source>Begin a new chat</source>
        <translation>Einen neuen Chat beginnen</translation>
    </message>
    <message>
        <source>Begin a new line</source>
        <translation>Eine neue Zeile beginnen</translation>
    </message>
    <message>
        <source>Begin with the starter model, a small one that chats at once. Or find another: of a large one this computer needs only some layers, and a file that you have can be imported.</source>
        <translation>Beginnen Sie mit dem Startmodell, einem kleinen, das sofort chattet. Oder suchen Sie ein anderes: Von einem großen braucht dieser Computer nur einige Schichten, und eine vorhandene Datei lässt sich importieren.</translation>
    </message>
    <message>
        <source>Between members everything is encrypted. Nobody outside of the swarm can read it, nor can a member that only relays it.</source>
        <translation>Zwischen Mitgliedern ist alles verschlüsselt. Niemand außerhalb des Schwarms kann es lesen, auch kein Mitglied, das es nur weiterleitet.</translation>
    </message>
    <message>
        <source>By day</source>
        <translation>Pro Tag</translation>
    </message>
    <message>
        <source>By layers</source>
        <translation>Nach Schichten</translation>
    </message>
    <message>
        <source>By my rules</source>
        <translation>Nach meinen Regeln</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Nach Namen</translation>
    </message>
    <message>
        <source>By state</source>
        <translation>Nach Zustand</translation>
    </message>
    <message>
        <source>Cache misses</source>
        <translation>Fehlende Caches</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel and forget what has come of unfinished layers</source>
        <translation>Abbrechen und verwerfen, was von unfertigen Schichten schon da ist</translation>
    </message>
    <message>
        <source>Cancel editing (Esc)</source>
        <translation>Bearbeiten abbrechen (Esc)</translation>
    </message>
    <message>
        <source>Change it under Options.</source>
        <translation>Ändern Sie es unter Optionen.</translation>
    </message>
    <message>
        <source>Change to {model}</source>
        <translation>Zu {model} wechseln</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Chats and sharing go on as you set them. A click on the tray icon opens the window again, and its menu has “Quit Meshnet”.</source>
        <translation>Chats laufen weiter, und das Teilen auch, wie Sie es eingestellt haben. Ein Klick auf das Symbol im Infobereich öffnet das Fenster wieder, und in seinem Menü steht „Meshnet beenden“.</translation>
    </message>
    <message>
        <source>Chats have to wait</source>
        <translation>Chats müssen warten</translation>
    </message>
    <message>
        <source>Checking</source>
        <translation>Wird geprüft</translation>
    </message>
    <message>
        <source>Checking layers {span} before others use them…</source>
        <translation>Schichten {span} werden geprüft, bevor andere sie verwenden…</translation>
    </message>
    <message>
        <source>Checking what has come: {text}</source>
        <translation>Die empfangenen Daten werden geprüft: {text}</translation>
    </message>
    <message>
        <source>Checking what has come…</source>
        <translation>Die empfangenen Daten werden geprüft…</translation>
    </message>
    <message>
        <source>Checking {span}</source>
        <translation>Prüft {span}</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft…</translation>
    </message>
    <message>
        <source>Choose a picture of the invite</source>
        <translation>Ein Bild der Einladung auswählen</translation>
    </message>
    <message>
        <source>Choose a picture…</source>
        <translation>Bild auswählen…</translation>
    </message>
    <message>
        <source>Choose among the likeliest tokens that together have this probability; 1: all.</source>
        <translation>Unter den wahrscheinlichsten Tokens wählen, die zusammen diese Wahrscheinlichkeit haben; 1: alle.</translation>
    </message>
    <message>
        <source>Choose among this many likeliest tokens; 0: no limit.</source>
        <translation>Unter so vielen der wahrscheinlichsten Tokens wählen; 0: keine Grenze.</translation>
    </message>
    <message>
        <source>Choose by number…</source>
        <translation>Nach Nummer wählen…</translation>
    </message>
    <message>
        <source>Choose the hour, or leave it out</source>
        <translation>Die Stunde wählen oder auslassen</translation>
    </message>
    <message>
        <source>Choose what runs now, or type a name</source>
        <translation>Wählen Sie, was gerade läuft, oder geben Sie einen Namen ein</translation>
    </message>
    <message>
        <source>Choosing layers</source>
        <translation>Schichten werden ausgewählt</translation>
    </message>
    <message>
        <source>Chosen by itself</source>
        <translation>Automatisch gewählt</translation>
    </message>
    <message>
        <source>Click this icon to open the window again. To end Meshnet, choose “Quit Meshnet” in its menu.</source>
        <translation>Klicken Sie auf dieses Symbol, um das Fenster wieder zu öffnen. Um Meshnet zu beenden, wählen Sie „Meshnet beenden“ in seinem Menü.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation>Das Fenster schließen</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
    <message>
        <source>Close what the hub found</source>
        <translation>Suchergebnisse des Hubs schließen</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Comparing all that is here with its digests…</source>
        <translation>Alles, was hier ist, wird mit seinen Prüfsummen verglichen…</translation>
    </message>
    <message>
        <source>Computes in</source>
        <translation>Rechnet in</translation>
    </message>
    <message>
        <source>Computes on</source>
        <translation>Rechnet auf</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>Context in use</source>
        <translation>Belegter Kontext</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Unterhaltung</translation>
    </message>
    <message>
        <source>Copied what is selected.</source>
        <translation>Die Auswahl wurde kopiert.</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>Kopiert.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy answer</source>
        <translation>Antwort kopieren</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>Code kopieren</translation>
    </message>
    <message>
        <source>Copy question</source>
        <translation>Frage kopieren</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>Text kopieren</translation>
    </message>
    <message>
        <source>Copy the API key</source>
        <translation>Den API-Schlüssel kopieren</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>Die Adresse kopieren</translation>
    </message>
    <message>
        <source>Copy the example with the key in it</source>
        <translation>Das Beispiel samt Schlüssel kopieren</translation>
    </message>
    <message>
        <source>Copy the invite</source>
        <translation>Einladung kopieren</translation>
    </message>
    <message>
        <source>Copy the lines that are shown</source>
        <translation>Die gezeigten Zeilen kopieren</translation>
    </message>
    <message>
        <source>Copy this node's address</source>
        <translation>Adresse dieses Knotens kopieren</translation>
    </message>
    <message>
        <source>Cut off at the token limit.</source>
        <translation>An der Tokengrenze abgeschnitten.</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Data sent</source>
        <translation>Gesendete Daten</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete the selected chat</source>
        <translation>Den ausgewählten Chat löschen</translation>
    </message>
    <message>
        <source>Delete what no model needs</source>
        <translation>Löschen, was kein Modell braucht</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>Datenträger</translation>
    </message>
    <message>
        <source>Disk used by models</source>
        <translation>Von Modellen belegter Datenträger</translation>
    </message>
    <message>
        <source>Dismiss this notice</source>
        <translation>Diesen Hinweis schließen</translation>
    </message>
    <message>
        <source>Do not tell of this version again</source>
        <translation>Diese Version nicht mehr melden</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Draw everything in its usual size</source>
        <translation>Alles in üblicher Größe darstellen</translation>
    </message>
    <message>
        <source>Draw everything larger</source>
        <translation>Alles größer darstellen</translation>
    </message>
    <message>
        <source>Draw everything smaller</source>
        <translation>Alles kleiner darstellen</translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation>Verworfen</translation>
    </message>
    <message>
        <source>Dropped lately</source>
        <translation>Zuletzt verworfen</translation>
    </message>
    <message>
        <source>Dropped sessions</source>
        <translation>Verworfene Sitzungen</translation>
    </message>
    <message>
        <source>Earlier version</source>
        <translation>Frühere Fassung</translation>
    </message>
    <message>
        <source>Edit and send again</source>
        <translation>Bearbeiten und neu senden</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Every computer in the swarm serves a few layers of the model; together they answer.</source>
        <translation>Jeder Computer im Schwarm stellt einige Schichten des Modells bereit; zusammen antworten sie.</translation>
    </message>
    <message>
        <source>Everybody in this network</source>
        <translation>Alle in diesem Netz</translation>
    </message>
    <message>
        <source>Everybody in this network can reach it. {no_password}</source>
        <translation>Alle in diesem Netz können ihn erreichen. {no_password}</translation>
    </message>
    <message>
        <source>Everything in this dialog goes back to what it was when Meshnet was new. Chats and models stay.</source>
        <translation>Alles in diesem Dialog wird auf den ursprünglichen Stand zurückgesetzt. Chats und Modelle bleiben erhalten.</translation>
    </message>
    <message>
        <source>Everything that came with this program is listed with its licence under “Licences…”.</source>
        <translation>Alles, was mit diesem Programm kam, steht mit seiner Lizenz unter „Lizenzen…“.</translation>
    </message>
    <message>
        <source>Everything that was asked here is in the settings, and so are these pages.</source>
        <translation>Alles, was hier gefragt wurde, steht in den Einstellungen, auch diese Seiten.</translation>
    </message>
    <message>
        <source>Evict</source>
        <translation>Verdrängen</translation>
    </message>
    <message>
        <source>Evict the selected session</source>
        <translation>Die ausgewählte Sitzung verdrängen</translation>
    </message>
    <message>
        <source>Explain how rainbows form, in three sentences.</source>
        <translation>Wie entsteht ein Regenbogen? In drei Sätzen.</translation>
    </message>
    <message>
        <source>Export all chats as JSON</source>
        <translation>Alle Chats als JSON exportieren</translation>
    </message>
    <message>
        <source>Export all chats...</source>
        <translation>Alle Chats exportieren…</translation>
    </message>
    <message>
        <source>Export as JSON...</source>
        <translation>Als JSON exportieren…</translation>
    </message>
    <message>
        <source>Export as Markdown...</source>
        <translation>Als Markdown exportieren…</translation>
    </message>
    <message>
        <source>Export this chat as JSON</source>
        <translation>Diesen Chat als JSON exportieren</translation>
    </message>
    <message>
        <source>Export this chat as Markdown</source>
        <translation>Diesen Chat als Markdown exportieren</translation>
    </message>
    <message>
        <source>Exported to {file}.</source>
        <translation>Nach {file} exportiert.</translation>
    </message>
    <message>
        <source>Exporting all chats...</source>
        <translation>Alle Chats werden exportiert…</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Failed: {error}</source>
        <translation>Fehlgeschlagen: {error}</translation>
    </message>
    <message>
        <source>Failed: {text}</source>
        <translation>Fehlgeschlagen: {text}</translation>
    </message>
    <message>
        <source>Fastest first</source>
        <translation>Schnellste zuerst</translation>
    </message>
    <message>
        <source>Fetched so far</source>
        <translation>Bisher geholt</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>Modell finden</translation>
    </message>
    <message>
        <source>Find another model</source>
        <translation>Anderes Modell finden</translation>
    </message>
    <message>
        <source>Find another model…</source>
        <translation>Anderes Modell finden…</translation>
    </message>
    <message>
        <source>Find in the licences</source>
        <translation>In den Lizenzen suchen</translation>
    </message>
    <message>
        <source>Find one in the Models tab, or get the starter model in the Chat tab.</source>
        <translation>Suchen Sie eines im Reiter Modelle, oder holen Sie das Startmodell im Reiter Chat.</translation>
    </message>
    <message>
        <source>Find…</source>
        <translation>Suchen…</translation>
    </message>
    <message>
        <source>Finishing</source>
        <translation>Wird beendet</translation>
    </message>
    <message>
        <source>Finishing running chats…</source>
        <translation>Laufende Chats werden beendet…</translation>
    </message>
    <message>
        <source>Finishing: running chats move to other computers first…</source>
        <translation>Wird beendet: Laufende Chats ziehen zuerst auf andere Computer um…</translation>
    </message>
    <message>
        <source>First layer</source>
        <translation>Erste Schicht</translation>
    </message>
    <message>
        <source>First layer to remove</source>
        <translation>Erste zu entfernende Schicht</translation>
    </message>
    <message>
        <source>Fits this computer</source>
        <translation>Passt auf diesen Computer</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Follow the newest line</source>
        <translation>Der neuesten Zeile folgen</translation>
    </message>
    <message>
        <source>For a terminal, to try it</source>
        <translation>Zum Ausprobieren in einem Terminal</translation>
    </message>
    <message>
        <source>For you and people whom you trust. It works at once, with this computer alone, and grows as others join.</source>
        <translation>Für Sie und Menschen, denen Sie vertrauen. Er arbeitet sofort, auch mit diesem Computer allein, und wächst, wenn andere beitreten.</translation>
    </message>
    <message>
        <source>Free memory</source>
        <translation>Freier Speicher</translation>
    </message>
    <message>
        <source>Free software</source>
        <translation>Freie Software</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>Get</source>
        <translation>Holen</translation>
    </message>
    <message>
        <source>Get layers of this model</source>
        <translation>Schichten dieses Modells holen</translation>
    </message>
    <message>
        <source>Get layers…</source>
        <translation>Schichten holen…</translation>
    </message>
    <message>
        <source>Get the starter model (93 MB)</source>
        <translation>Startmodell holen (93 MB)</translation>
    </message>
    <message>
        <source>Get these layers</source>
        <translation>Diese Schichten holen</translation>
    </message>
    <message>
        <source>Get {name}</source>
        <translation>{name} holen</translation>
    </message>
    <message>
        <source>Get {needed}</source>
        <translation>{needed} holen</translation>
    </message>
    <message>
        <source>Getting</source>
        <translation>Wird geholt</translation>
    </message>
    <message>
        <source>Getting its configuration and tokenizer…</source>
        <translation>Konfiguration und Tokenizer werden geholt…</translation>
    </message>
    <message>
        <source>Getting its layers first: {amount}…</source>
        <translation>Die Schichten werden zuerst geholt: {amount}…</translation>
    </message>
    <message>
        <source>Getting its layers first…</source>
        <translation>Die Schichten werden zuerst geholt…</translation>
    </message>
    <message>
        <source>Getting its layers…</source>
        <translation>Die Schichten werden geholt…</translation>
    </message>
    <message>
        <source>Getting layers {span} first: {amount}…</source>
        <translation>Schichten {span} werden zuerst geholt: {amount}…</translation>
    </message>
    <message>
        <source>Getting layers {span} first…</source>
        <translation>Schichten {span} werden zuerst geholt…</translation>
    </message>
    <message>
        <source>Getting ready</source>
        <translation>Wird vorbereitet</translation>
    </message>
    <message>
        <source>Getting ready: {what}</source>
        <translation>Wird vorbereitet: {what}</translation>
    </message>
    <message>
        <source>Getting ready…</source>
        <translation>Wird vorbereitet…</translation>
    </message>
    <message>
        <source>Getting the starter model</source>
        <translation>Das Startmodell wird geholt</translation>
    </message>
    <message>
        <source>Getting {amount}</source>
        <translation>Holt {amount}</translation>
    </message>
    <message>
        <source>Getting {span}</source>
        <translation>Holt {span}</translation>
    </message>
    <message>
        <source>Get…</source>
        <translation>Holen…</translation>
    </message>
    <message>
        <source>Give it a name, so that you can tell your swarms apart.</source>
        <translation>Geben Sie ihm einen Namen, damit Sie Ihre Schwärme unterscheiden können.</translation>
    </message>
    <message>
        <source>Give me a recipe idea with tomatoes and rice.</source>
        <translation>Nenne mir eine Rezeptidee mit Tomaten und Reis.</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Go on with this answer from where it stopped</source>
        <translation>Diese Antwort dort fortsetzen, wo sie aufgehört hat</translation>
    </message>
    <message>
        <source>Go to the next one</source>
        <translation>Eins weitergehen</translation>
    </message>
    <message>
        <source>Go to the one before</source>
        <translation>Eins zurückgehen</translation>
    </message>
    <message>
        <source>Going on…</source>
        <translation>Wird fortgesetzt…</translation>
    </message>
    <message>
        <source>Groups of settings</source>
        <translation>Gruppen von Einstellungen</translation>
    </message>
    <message>
        <source>Hand layers on to members</source>
        <translation>Schichten an Mitglieder weitergeben</translation>
    </message>
    <message>
        <source>Handed out</source>
        <translation>Weitergegeben</translation>
    </message>
    <message>
        <source>Has left</source>
        <translation>Gegangen</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Hide the API key</source>
        <translation>Den API-Schlüssel verbergen</translation>
    </message>
    <message>
        <source>Holds for all chats: on this computer alone, split over the swarm, or either.</source>
        <translation>Gilt für alle Chats: allein auf diesem Computer, auf den Schwarm verteilt oder eines von beiden.</translation>
    </message>
    <message>
        <source>Hours of the week at which to share</source>
        <translation>Stunden der Woche, zu denen geteilt wird</translation>
    </message>
    <message>
        <source>How far back</source>
        <translation>Wie weit zurück</translation>
    </message>
    <message>
        <source>How freely the next token is chosen: 0 always takes the likeliest, higher is more varied.</source>
        <translation>Wie frei das nächste Token gewählt wird: 0 nimmt immer das wahrscheinlichste, höher ist abwechslungsreicher.</translation>
    </message>
    <message>
        <source>How much to give</source>
        <translation>Wie viel Sie geben</translation>
    </message>
    <message>
        <source>How much tokens that came before are held back; 1: not at all.</source>
        <translation>Wie stark Tokens zurückgehalten werden, die schon vorkamen; 1: gar nicht.</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Untätig</translation>
    </message>
    <message>
        <source>Import a .gguf file</source>
        <translation>Eine .gguf-Datei importieren</translation>
    </message>
    <message>
        <source>Import a .gguf file…</source>
        <translation>Eine .gguf-Datei importieren…</translation>
    </message>
    <message>
        <source>Import a folder</source>
        <translation>Einen Ordner importieren</translation>
    </message>
    <message>
        <source>Import a folder…</source>
        <translation>Einen Ordner importieren…</translation>
    </message>
    <message>
        <source>Import a model</source>
        <translation>Ein Modell importieren</translation>
    </message>
    <message>
        <source>Import and export chats</source>
        <translation>Chats importieren und exportieren</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>Chats importieren</translation>
    </message>
    <message>
        <source>Import chats...</source>
        <translation>Chats importieren…</translation>
    </message>
    <message>
        <source>Import the folder of a model</source>
        <translation>Den Ordner eines Modells importieren</translation>
    </message>
    <message>
        <source>Imported {name}.</source>
        <translation>{name} wurde importiert.</translation>
    </message>
    <message>
        <source>Importing chats...</source>
        <translation>Chats werden importiert…</translation>
    </message>
    <message>
        <source>Importing {name}…</source>
        <translation>{name} wird importiert…</translation>
    </message>
    <message>
        <source>In your swarm now</source>
        <translation>Jetzt in Ihrem Schwarm</translation>
    </message>
    <message numerus="yes">
        <source>In {num} days: {tokens} tokens, {sessions} sessions, {time} shared, {size} sent.</source>
        <extracomment>In {num} day: {tokens} tokens, {sessions} sessions, {time} shared, {size} sent.</extracomment>
        <translation>
            <numerusform>In {num} Tag: {tokens} Tokens, {sessions} Sitzungen, {time} geteilt, {size} gesendet.</numerusform>
            <numerusform>In {num} Tagen: {tokens} Tokens, {sessions} Sitzungen, {time} geteilt, {size} gesendet.</numerusform>
        </translation>
    </message>
    <message>
        <source>Incomplete</source>
        <translation>Unvollständig</translation>
    </message>
    <message>
        <source>Incomplete · {tokens}</source>
        <translation>Unvollständig · {tokens}</translation>
    </message>
    <message>
        <source>Introduction…</source>
        <translation>Einführung…</translation>
    </message>
    <message>
        <source>Invite</source>
        <translation>Einladung</translation>
    </message>
    <message>
        <source>Invite somebody</source>
        <translation>Jemanden einladen</translation>
    </message>
    <message>
        <source>Invite somebody to this swarm</source>
        <translation>Jemanden in diesen Schwarm einladen</translation>
    </message>
    <message>
        <source>Invite to {name}</source>
        <translation>Einladung zu {name}</translation>
    </message>
    <message>
        <source>Is a computer on that does not appear? Add it by the address that its Node tab shows.</source>
        <translation>Ist ein Computer an, der nicht erscheint? Fügen Sie ihn mit der Adresse hinzu, die sein Reiter Knoten zeigt.</translation>
    </message>
    <message>
        <source>It can be fetched again.</source>
        <translation>Es kann wieder geholt werden.</translation>
    </message>
    <message>
        <source>It cannot answer.</source>
        <translation>Sie kann nicht antworten.</translation>
    </message>
    <message>
        <source>It could not be saved: {strerror}.</source>
        <translation>Es konnte nicht gespeichert werden: {strerror}.</translation>
    </message>
    <message>
        <source>It is hidden again after {shown_minutes} minutes.</source>
        <translation>Sie wird nach {shown_minutes} Minuten wieder ausgeblendet.</translation>
    </message>
    <message>
        <source>It names no chats and no keys, and it stays on this computer unless you hand it on.</source>
        <translation>Er nennt keine Chats und keine Schlüssel und bleibt auf diesem Computer, solange Sie ihn nicht weitergeben.</translation>
    </message>
    <message>
        <source>It serves the model {precision}. {one_route}</source>
        <translation>Er stellt das Modell {precision} bereit. {one_route}</translation>
    </message>
    <message>
        <source>It was imported: without the file that it came from, it cannot be had back.</source>
        <translation>Es wurde importiert: Ohne die Datei, aus der es kam, lässt es sich nicht wiederherstellen.</translation>
    </message>
    <message>
        <source>It works for computers in this network. For people elsewhere one computer of the swarm has to be reachable from the internet.</source>
        <translation>Sie gilt für Computer in diesem Netz. Für Menschen anderswo muss ein Computer des Schwarms aus dem Internet erreichbar sein.</translation>
    </message>
    <message>
        <source>It works from anywhere, through {public}.</source>
        <translation>Sie gilt von überall, über {public}.</translation>
    </message>
    <message>
        <source>Its id is {node_id}</source>
        <translation>Seine Kennung ist {node_id}</translation>
    </message>
    <message>
        <source>Its publisher asks you to accept terms first: open its page on the hub with your account, accept them, then sign in below with a token of that account.</source>
        <translation>Sein Herausgeber verlangt, dass Sie zuerst Bedingungen annehmen: Öffnen Sie seine Seite auf dem Hub mit Ihrem Konto, nehmen Sie sie an, und melden Sie sich dann unten mit einem Token dieses Kontos an.</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Join</source>
        <translation>Beitreten</translation>
    </message>
    <message>
        <source>Join or start another swarm…</source>
        <translation>Einem Schwarm beitreten oder einen gründen…</translation>
    </message>
    <message>
        <source>Join with an invite</source>
        <translation>Mit einer Einladung beitreten</translation>
    </message>
    <message>
        <source>Join with this invite</source>
        <translation>Mit dieser Einladung beitreten</translation>
    </message>
    <message>
        <source>Joining</source>
        <translation>Kommt hinzu</translation>
    </message>
    <message>
        <source>Jump to the latest message</source>
        <translation>Zur neuesten Nachricht springen</translation>
    </message>
    <message>
        <source>KEY</source>
        <translation>SCHLÜSSEL</translation>
    </message>
    <message>
        <source>Keep Meshnet running in the tray?</source>
        <translation>Meshnet im Infobereich weiterlaufen lassen?</translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation>Weiterlaufen lassen</translation>
    </message>
    <message>
        <source>Keep what is served now, and serve this beside it</source>
        <translation>Behalten, was jetzt bereitgestellt wird, und dies zusätzlich bereitstellen</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Last hour</source>
        <translation>Letzte Stunde</translation>
    </message>
    <message>
        <source>Later version</source>
        <translation>Spätere Fassung</translation>
    </message>
    <message>
        <source>Latest requests</source>
        <translation>Letzte Anfragen</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Layers come from members of your swarm first, then from the hub, where models are published. Some models ask you to accept their terms there; with an access token of your account this computer can get those, too.</source>
        <translation>Schichten kommen zuerst von Mitgliedern Ihres Schwarms, dann vom Hub, wo Modelle veröffentlicht werden. Manche Modelle verlangen, dass Sie dort ihre Bedingungen annehmen; mit einem Zugangstoken Ihres Kontos kann dieser Computer auch die holen.</translation>
    </message>
    <message>
        <source>Layers here</source>
        <translation>Schichten hier</translation>
    </message>
    <message>
        <source>Layers of the model and who serves them</source>
        <translation>Schichten des Modells und wer sie bereitstellt</translation>
    </message>
    <message>
        <source>Layers on this disk</source>
        <translation>Schichten auf diesem Datenträger</translation>
    </message>
    <message>
        <source>Layers that members of the swarm have fetched from it</source>
        <translation>Schichten, die Mitglieder des Schwarms von ihm geholt haben</translation>
    </message>
    <message>
        <source>Layers that the swarm serves</source>
        <translation>Schichten, die der Schwarm bereitstellt</translation>
    </message>
    <message>
        <source>Layers that this computer runs</source>
        <translation>Schichten, die dieser Computer ausführt</translation>
    </message>
    <message>
        <source>Layers {fitting}, as many as fit this computer</source>
        <translation>Schichten {fitting}, so viele, wie auf diesen Computer passen</translation>
    </message>
    <message>
        <source>Layers {layers} are each on one computer only: chats wait while it is away.</source>
        <translation>Schichten {layers} sind je nur auf einem Computer: Chats warten, solange er weg ist.</translation>
    </message>
    <message>
        <source>Layers {layers} are not on this disk yet: about {size} are fetched first.</source>
        <translation>Schichten {layers} sind noch nicht auf diesem Datenträger: Etwa {size} werden zuerst geholt.</translation>
    </message>
    <message>
        <source>Layers {layers} of {num_layers} missing</source>
        <translation>Schichten {layers} von {num_layers} fehlen</translation>
    </message>
    <message>
        <source>Layers {span}</source>
        <translation>Schichten {span}</translation>
    </message>
    <message>
        <source>Layers {span} are removed; {freed} are free again.</source>
        <translation>Schichten {span} sind entfernt; {freed} sind wieder frei.</translation>
    </message>
    <message>
        <source>Layers {span}: nobody serves them</source>
        <translation>Schichten {span}: Niemand stellt sie bereit</translation>
    </message>
    <message>
        <source>Layers {span}: nobody shares them; chats run on this computer</source>
        <translation>Schichten {span}: Niemand teilt sie; Chats laufen auf diesem Computer</translation>
    </message>
    <message numerus="yes">
        <source>Layers {span}: {num} computers serve them</source>
        <extracomment>Layers {span}: {num} computer serves them</extracomment>
        <translation>
            <numerusform>Schichten {span}: {num} Computer stellt sie bereit</numerusform>
            <numerusform>Schichten {span}: {num} Computer stellen sie bereit</numerusform>
        </translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>Verlassen</translation>
    </message>
    <message>
        <source>Leave out the middle</source>
        <translation>Die Mitte weglassen</translation>
    </message>
    <message>
        <source>Leave out the oldest</source>
        <translation>Das Älteste weglassen</translation>
    </message>
    <message>
        <source>Leave the oldest turns out</source>
        <translation>Die ältesten Beiträge weglassen</translation>
    </message>
    <message>
        <source>Leave turns in the middle out</source>
        <translation>Beiträge aus der Mitte weglassen</translation>
    </message>
    <message>
        <source>Leave {name}?</source>
        <translation>{name} verlassen?</translation>
    </message>
    <message>
        <source>Leave {name}…</source>
        <translation>{name} verlassen…</translation>
    </message>
    <message>
        <source>Leaving</source>
        <translation>Geht</translation>
    </message>
    <message>
        <source>Left out: {sentences}</source>
        <translation>Ausgelassen: {sentences}</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Licences</source>
        <translation>Lizenzen</translation>
    </message>
    <message>
        <source>Licences…</source>
        <translation>Lizenzen…</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Limits of what is given</source>
        <translation>Was höchstens gegeben wird</translation>
    </message>
    <message>
        <source>Limits…</source>
        <translation>Grenzen…</translation>
    </message>
    <message>
        <source>List of chats</source>
        <translation>Liste der Chats</translation>
    </message>
    <message>
        <source>Loaded: {weights}</source>
        <translation>Geladen: {weights}</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>Lädt</translation>
    </message>
    <message>
        <source>Loading layers {span}…</source>
        <translation>Schichten {span} werden geladen…</translation>
    </message>
    <message>
        <source>Loading {span}</source>
        <translation>Lädt {span}</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen…</translation>
    </message>
    <message>
        <source>Local API</source>
        <translation>Lokale API</translation>
    </message>
    <message>
        <source>Lock everybody out of {name} and invite anew?</source>
        <translation>Alle aus {name} aussperren und neu einladen?</translation>
    </message>
    <message>
        <source>Lock out</source>
        <translation>Aussperren</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Log lines</source>
        <translation>Protokollzeilen</translation>
    </message>
    <message>
        <source>Longest answer (tokens)</source>
        <translation>Längste Antwort (Tokens)</translation>
    </message>
    <message>
        <source>Look now</source>
        <translation>Jetzt nachsehen</translation>
    </message>
    <message>
        <source>Looking for a route…</source>
        <translation>Eine Route wird gesucht…</translation>
    </message>
    <message>
        <source>Looking for the others</source>
        <translation>Die anderen werden gesucht</translation>
    </message>
    <message>
        <source>Looking for the others…</source>
        <translation>Die anderen werden gesucht…</translation>
    </message>
    <message>
        <source>Looking for your chats...</source>
        <translation>Ihre Chats werden gesucht…</translation>
    </message>
    <message>
        <source>Looking what it consists of: {text}</source>
        <translation>Es wird nachgesehen, woraus es besteht: {text}</translation>
    </message>
    <message>
        <source>Looking what it consists of…</source>
        <translation>Es wird nachgesehen, woraus es besteht…</translation>
    </message>
    <message>
        <source>Looking which layers are needed…</source>
        <translation>Es wird nachgesehen, welche Schichten gebraucht werden…</translation>
    </message>
    <message>
        <source>Looking which models are on this disk…</source>
        <translation>Es wird nachgesehen, welche Modelle auf diesem Datenträger sind…</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wird nachgesehen…</translation>
    </message>
    <message>
        <source>Made with Qt and others</source>
        <translation>Gemacht mit Qt und anderem</translation>
    </message>
    <message>
        <source>Make a new API key</source>
        <translation>Einen neuen API-Schlüssel erzeugen</translation>
    </message>
    <message>
        <source>Make a new API key?</source>
        <translation>Einen neuen API-Schlüssel erzeugen?</translation>
    </message>
    <message>
        <source>Make a new key</source>
        <translation>Neuen Schlüssel erzeugen</translation>
    </message>
    <message>
        <source>Many answers at once</source>
        <translation>Viele Antworten zugleich</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Members of your swarm see this computer's name and addresses, which layers it serves, and how fast it is. Whoever has the invite is a member, and can invite others.</source>
        <translation>Mitglieder Ihres Schwarms sehen Namen und Adressen dieses Computers, welche Schichten er bereitstellt und wie schnell er ist. Wer die Einladung hat, ist Mitglied und kann andere einladen.</translation>
    </message>
    <message>
        <source>Memory for session caches, in MB</source>
        <translation>Speicher für Sitzungscaches, in MB</translation>
    </message>
    <message>
        <source>Memory used by session caches</source>
        <translation>Von Sitzungscaches belegter Speicher</translation>
    </message>
    <message>
        <source>Meshnet ended unexpectedly last time</source>
        <translation>Meshnet wurde beim letzten Mal unerwartet beendet</translation>
    </message>
    <message>
        <source>Meshnet goes on in the tray</source>
        <translation>Meshnet läuft im Infobereich weiter</translation>
    </message>
    <message>
        <source>Meshnet goes on trying.</source>
        <translation>Meshnet versucht es weiter.</translation>
    </message>
    <message>
        <source>Meshnet goes on, and your chats are saved. If it behaves oddly, quit it and start it again.</source>
        <translation>Meshnet läuft weiter, und Ihre Chats sind gespeichert. Verhält es sich merkwürdig, beenden Sie es und starten Sie es neu.</translation>
    </message>
    <message>
        <source>Meshnet is running already, but it does not answer. Wait a little, or end it, and start it again.</source>
        <translation>Meshnet läuft schon, antwortet aber nicht. Warten Sie ein wenig, oder beenden Sie es, und starten Sie es neu.</translation>
    </message>
    <message>
        <source>Meshnet is under the Apache License 2.0: you may use, change and hand it on, and it has no warranty.</source>
        <translation>Meshnet steht unter der Apache-Lizenz 2.0: Sie dürfen es verwenden, ändern und weitergeben, und es kommt ohne Gewähr.</translation>
    </message>
    <message>
        <source>Meshnet runs a language model on this computer, or on several together. Each of them takes some of its layers, and so they run a model that is too large for one.</source>
        <translation>Meshnet führt ein Sprachmodell auf diesem Computer aus oder auf mehreren zusammen. Jeder übernimmt einige seiner Schichten, und so führen sie ein Modell aus, das für einen zu groß ist.</translation>
    </message>
    <message>
        <source>Meshnet {version}</source>
        <translation>Meshnet {version}</translation>
    </message>
    <message>
        <source>Meshnet – {state}</source>
        <translation>Meshnet – {state}</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>Mirror of the hub</source>
        <translation>Spiegel des Hubs</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Model files (*.gguf);;All files (*)</source>
        <translation>Modelldateien (*.gguf);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Models of its type were not found to run right in parts, so this computer does not serve them.</source>
        <translation>Für Modelle dieser Art ist nicht nachgewiesen, dass sie in Teilen richtig laufen, darum stellt dieser Computer sie nicht bereit.</translation>
    </message>
    <message>
        <source>Models take {used} here; {free} of the disk are free.</source>
        <translation>Modelle belegen hier {used}; {free} des Datenträgers sind frei.</translation>
    </message>
    <message>
        <source>Models take {used} of {limit} that they may take.</source>
        <translation>Modelle belegen {used} von {limit}, die sie belegen dürfen.</translation>
    </message>
    <message>
        <source>Models take {used}.</source>
        <translation>Modelle belegen {used}.</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>More settings…</source>
        <translation>Weitere Einstellungen…</translation>
    </message>
    <message>
        <source>More that can be done with this swarm</source>
        <translation>Was sich mit diesem Schwarm noch tun lässt</translation>
    </message>
    <message>
        <source>More…</source>
        <translation>Mehr…</translation>
    </message>
    <message>
        <source>Most free cache first</source>
        <translation>Größter freier Cache zuerst</translation>
    </message>
    <message>
        <source>Name of a model, or owner/name of any repository on the hub</source>
        <translation>Name eines Modells oder Besitzer/Name eines Repositorys auf dem Hub</translation>
    </message>
    <message>
        <source>Name of the new swarm</source>
        <translation>Name des neuen Schwarms</translation>
    </message>
    <message>
        <source>Name of this computer…</source>
        <translation>Name dieses Computers…</translation>
    </message>
    <message>
        <source>Nearest first</source>
        <translation>Nächste zuerst</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>New chat (Ctrl+N)</source>
        <translation>Neuer Chat (Strg+N)</translation>
    </message>
    <message>
        <source>New key…</source>
        <translation>Neuer Schlüssel…</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>No browser could be opened. The page is {page}</source>
        <translation>Es konnte kein Browser geöffnet werden. Die Seite ist {page}</translation>
    </message>
    <message>
        <source>No chat has “{query}” in it.</source>
        <translation>Kein Chat enthält „{query}“.</translation>
    </message>
    <message>
        <source>No computers that could answer are there now.</source>
        <translation>Gerade sind keine Computer da, die antworten könnten.</translation>
    </message>
    <message>
        <source>No direct way to it was found, so what is sent goes through another computer of the swarm, which cannot read it.</source>
        <translation>Es wurde kein direkter Weg gefunden, darum geht alles Gesendete über einen anderen Computer des Schwarms, der es nicht lesen kann.</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Unbegrenzt</translation>
    </message>
    <message>
        <source>No line fits this level and filter.</source>
        <translation>Keine Zeile passt zu dieser Stufe und diesem Filter.</translation>
    </message>
    <message>
        <source>No matter how much</source>
        <translation>Egal, wie viel</translation>
    </message>
    <message>
        <source>No matter who uses it</source>
        <translation>Egal, wer ihn benutzt</translation>
    </message>
    <message>
        <source>No memory reserved</source>
        <translation>Kein Speicher reserviert</translation>
    </message>
    <message>
        <source>No model is on this computer yet</source>
        <translation>Auf diesem Computer ist noch kein Modell</translation>
    </message>
    <message>
        <source>No model is on this computer yet, so there is nothing to cover.</source>
        <translation>Auf diesem Computer ist noch kein Modell, darum gibt es nichts abzudecken.</translation>
    </message>
    <message>
        <source>No model is on this computer yet.</source>
        <translation>Auf diesem Computer ist noch kein Modell.</translation>
    </message>
    <message>
        <source>No model is on this disk yet. A small one is there in a minute; of a large one this computer needs some layers.</source>
        <translation>Auf diesem Datenträger ist noch kein Modell. Ein kleines ist in einer Minute da; von einem großen braucht dieser Computer einige Schichten.</translation>
    </message>
    <message>
        <source>No network</source>
        <translation>Kein Netz</translation>
    </message>
    <message>
        <source>No other computer is here yet. Members appear by themselves as soon as they are on.</source>
        <translation>Noch ist kein anderer Computer hier. Mitglieder erscheinen von selbst, sobald sie an sind.</translation>
    </message>
    <message>
        <source>No other computer yet. In a swarm they find each other by themselves. Without one: share another computer with everybody in this network, then add the address that its Node tab shows.</source>
        <translation>Noch kein anderer Computer. In einem Schwarm finden sie einander von selbst. Ohne Schwarm: Teilen Sie einen anderen Computer mit allen in diesem Netz, und fügen Sie dann die Adresse hinzu, die sein Reiter Knoten zeigt.</translation>
    </message>
    <message>
        <source>No program has asked yet. What is asked and answered is never written here.</source>
        <translation>Noch hat kein Programm gefragt. Was gefragt und geantwortet wird, steht hier nie.</translation>
    </message>
    <message>
        <source>No sessions</source>
        <translation>Keine Sitzungen</translation>
    </message>
    <message>
        <source>No sessions yet. A session appears when somebody's chat runs through {whose}.</source>
        <translation>Noch keine Sitzungen. Eine erscheint, sobald {whose} zur Route eines Chats gehört.</translation>
    </message>
    <message>
        <source>No setting has these words.</source>
        <translation>Keine Einstellung enthält diese Wörter.</translation>
    </message>
    <message>
        <source>No swarm: work alone</source>
        <translation>Kein Schwarm: allein arbeiten</translation>
    </message>
    <message>
        <source>No tokens were computed for others in these days.</source>
        <translation>In diesen Tagen wurden keine Tokens für andere berechnet.</translation>
    </message>
    <message>
        <source>Nobody else is here yet. Invite somebody; the computers of a swarm find each other by themselves.</source>
        <translation>Noch ist niemand sonst hier. Laden Sie jemanden ein; die Computer eines Schwarms finden einander von selbst.</translation>
    </message>
    <message>
        <source>Nobody in your swarm serves a model yet. Choose one below and share it: the others can then use it, too.</source>
        <translation>In Ihrem Schwarm stellt noch niemand ein Modell bereit. Wählen Sie unten eines und teilen Sie es: Dann können die anderen es auch verwenden.</translation>
    </message>
    <message>
        <source>Nobody serves {layers}</source>
        <translation>Niemand stellt {layers} bereit</translation>
    </message>
    <message>
        <source>Nobody serves {layers} now.</source>
        <translation>Gerade stellt niemand {layers} bereit.</translation>
    </message>
    <message>
        <source>Nobody serves {layers} yet</source>
        <translation>Noch stellt niemand {layers} bereit</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>None for now: others of the swarm compute</source>
        <translation>Vorerst keine: andere im Schwarm rechnen</translation>
    </message>
    <message>
        <source>None of these layers is on this disk yet: about {size} are fetched first.</source>
        <translation>Keine dieser Schichten ist schon auf diesem Datenträger: Etwa {size} werden zuerst geholt.</translation>
    </message>
    <message>
        <source>None of these layers is on this disk.</source>
        <translation>Keine dieser Schichten ist auf diesem Datenträger.</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Noch keines</translation>
    </message>
    <message>
        <source>Not active.</source>
        <translation>Nicht aktiv.</translation>
    </message>
    <message>
        <source>Not measured yet.</source>
        <translation>Noch nicht gemessen.</translation>
    </message>
    <message>
        <source>Not one of these layers fits.</source>
        <translation>Keine einzige dieser Schichten passt.</translation>
    </message>
    <message>
        <source>Not ready</source>
        <translation>Nicht bereit</translation>
    </message>
    <message>
        <source>Not shared: the node has failed.</source>
        <translation>Nicht geteilt: Der Knoten ist ausgefallen.</translation>
    </message>
    <message>
        <source>Not sharing</source>
        <translation>Teilt nicht</translation>
    </message>
    <message>
        <source>Nothing can be applied before this is put right: {titles}.</source>
        <translation>Vor dem Anwenden muss dies berichtigt werden: {titles}.</translation>
    </message>
    <message>
        <source>Nothing has happened yet. What this computer does is written here.</source>
        <translation>Noch ist nichts geschehen. Was dieser Computer tut, steht hier.</translation>
    </message>
    <message>
        <source>Nothing in the list fits that. A smaller model, or more computers in your swarm, would.</source>
        <translation>Nichts in der Liste passt dazu. Ein kleineres Modell oder mehr Computer in Ihrem Schwarm würden passen.</translation>
    </message>
    <message>
        <source>Nothing in the list matches that. The hub has many more: search there.</source>
        <translation>Nichts in der Liste entspricht dem. Der Hub hat viel mehr: Suchen Sie dort.</translation>
    </message>
    <message>
        <source>Nothing is kept of this run: the log goes to the terminal only.</source>
        <translation>Von diesem Lauf wird nichts behalten: Das Protokoll geht nur ins Terminal.</translation>
    </message>
    <message>
        <source>Nothing is served yet: this computer is getting ready.</source>
        <translation>Noch wird nichts bereitgestellt: Dieser Computer macht sich bereit.</translation>
    </message>
    <message>
        <source>Nothing is served.</source>
        <translation>Es wird nichts bereitgestellt.</translation>
    </message>
    <message>
        <source>Nothing was dropped.</source>
        <translation>Nichts wurde verworfen.</translation>
    </message>
    <message>
        <source>Nothing was measured yet.</source>
        <translation>Noch wurde nichts gemessen.</translation>
    </message>
    <message>
        <source>Nothing was sent to others in these days.</source>
        <translation>In diesen Tagen wurde nichts an andere gesendet.</translation>
    </message>
    <message numerus="yes">
        <source>Now {speed} tokens/s, {num} sessions with {size} of memory.</source>
        <extracomment>Now {speed} tokens/s, {num} session with {size} of memory.</extracomment>
        <translation>
            <numerusform>Jetzt {speed} Tokens/s, {num} Sitzung mit {size} Speicher.</numerusform>
            <numerusform>Jetzt {speed} Tokens/s, {num} Sitzungen mit {size} Speicher.</numerusform>
        </translation>
    </message>
    <message>
        <source>Now {value}, at least {least} in the last hour.</source>
        <translation>Jetzt {value}, mindestens {least} in der letzten Stunde.</translation>
    </message>
    <message>
        <source>Now {value}, at most {most} in the last hour.</source>
        <translation>Jetzt {value}, höchstens {most} in der letzten Stunde.</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>Offline</translation>
    </message>
    <message>
        <source>Offline: {error} Last known state below.</source>
        <translation>Offline: {error} Unten der zuletzt bekannte Zustand.</translation>
    </message>
    <message>
        <source>On</source>
        <translation>An</translation>
    </message>
    <message>
        <source>On the hub: {what}</source>
        <translation>Auf dem Hub: {what}</translation>
    </message>
    <message>
        <source>On the other computer open Meshnet, the Swarm tab, “Join with an invite”. Send the text or the picture there, or take a photo of the picture.</source>
        <translation>Öffnen Sie auf dem anderen Computer Meshnet und dort im Reiter Schwarm „Mit einer Einladung beitreten“. Senden Sie den Text oder das Bild dorthin, oder fotografieren Sie das Bild.</translation>
    </message>
    <message>
        <source>On the swarm</source>
        <translation>Im Schwarm</translation>
    </message>
    <message>
        <source>On this computer</source>
        <translation>Auf diesem Computer</translation>
    </message>
    <message>
        <source>On this computer ({num2} on the way)</source>
        <translation>Auf diesem Computer ({num2} unterwegs)</translation>
    </message>
    <message>
        <source>One answer's speed</source>
        <translation>Geschwindigkeit einer Antwort</translation>
    </message>
    <message>
        <source>One model, many computers</source>
        <translation>Ein Modell, viele Computer</translation>
    </message>
    <message>
        <source>Online</source>
        <translation>Online</translation>
    </message>
    <message>
        <source>Only host and port are needed, nothing after them.</source>
        <translation>Nur Host und Port werden gebraucht, nichts dahinter.</translation>
    </message>
    <message>
        <source>Only members of {swarm} are let in.</source>
        <translation>Nur Mitglieder von {swarm} werden eingelassen.</translation>
    </message>
    <message>
        <source>Only programs on this computer can reach it.</source>
        <translation>Nur Programme auf diesem Computer können ihn erreichen.</translation>
    </message>
    <message>
        <source>Only sessions of your own chats can be dropped on a peer.</source>
        <translation>Auf einem Peer können nur Sitzungen Ihrer eigenen Chats verworfen werden.</translation>
    </message>
    <message>
        <source>Only text can be sent to the model: copy the text out of the file.</source>
        <translation>Nur Text kann an das Modell gesendet werden: Kopieren Sie den Text aus der Datei.</translation>
    </message>
    <message>
        <source>Only this computer</source>
        <translation>Nur dieser Computer</translation>
    </message>
    <message>
        <source>Open Meshnet to go on with it.</source>
        <translation>Öffnen Sie Meshnet, um damit weiterzumachen.</translation>
    </message>
    <message>
        <source>Open Meshnet to read it.</source>
        <translation>Öffnen Sie Meshnet, um sie zu lesen.</translation>
    </message>
    <message>
        <source>Open Meshnet to see why.</source>
        <translation>Öffnen Sie Meshnet, um zu sehen, warum.</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Open its page</source>
        <translation>Seite dazu öffnen</translation>
    </message>
    <message>
        <source>Open the folder of the log files</source>
        <translation>Den Ordner der Protokolldateien öffnen</translation>
    </message>
    <message>
        <source>Open the log's folder</source>
        <translation>Den Ordner des Protokolls öffnen</translation>
    </message>
    <message>
        <source>Open the selected chat</source>
        <translation>Den ausgewählten Chat öffnen</translation>
    </message>
    <message>
        <source>Open the settings</source>
        <translation>Die Einstellungen öffnen</translation>
    </message>
    <message>
        <source>Open window</source>
        <translation>Fenster öffnen</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>Order of the computers</source>
        <translation>Reihenfolge der Computer</translation>
    </message>
    <message>
        <source>Other computers can use it too, at this address. What is asked and answered goes over the network unencrypted.</source>
        <translation>Auch andere Computer können sie unter dieser Adresse benutzen. Fragen und Antworten gehen unverschlüsselt über das Netz.</translation>
    </message>
    <message>
        <source>Other model</source>
        <translation>Anderes Modell</translation>
    </message>
    <message>
        <source>Other models are in the Models tab. A friend's swarm is joined in the Swarm tab.</source>
        <translation>Andere Modelle sind im Reiter Modelle. Dem Schwarm von Bekannten treten Sie im Reiter Schwarm bei.</translation>
    </message>
    <message>
        <source>Other precision</source>
        <translation>Andere Genauigkeit</translation>
    </message>
    <message>
        <source>Other programs on this computer can ask the swarm: chat tools, editors, scripts, whatever speaks OpenAI's API. They need the address and the key.</source>
        <translation>Andere Programme auf diesem Computer können den Schwarm fragen: Chat-Programme, Editoren, Skripte, alles, was die API von OpenAI spricht. Sie brauchen die Adresse und den Schlüssel.</translation>
    </message>
    <message>
        <source>Our house</source>
        <translation>Unser Haus</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Paste a token first. You make one in the settings of your account on the hub; reading is enough.</source>
        <translation>Fügen Sie zuerst ein Token ein. Sie erstellen es in den Einstellungen Ihres Kontos auf dem Hub; Lesen genügt.</translation>
    </message>
    <message>
        <source>Paste the invite first, or choose a picture of it.</source>
        <translation>Fügen Sie zuerst die Einladung ein, oder wählen Sie ein Bild davon.</translation>
    </message>
    <message>
        <source>Paste the invite here, or drop a picture of it</source>
        <translation>Einladung hier einfügen oder ein Bild davon hierher ziehen</translation>
    </message>
    <message>
        <source>Pasted text</source>
        <translation>Eingefügter Text</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Pause for 1 hour (until {time})</source>
        <translation>1 Stunde pausieren (bis {time})</translation>
    </message>
    <message>
        <source>Pause for 4 hours (until {time})</source>
        <translation>4 Stunden pausieren (bis {time})</translation>
    </message>
    <message>
        <source>Pause sharing for a time</source>
        <translation>Das Teilen eine Zeit lang pausieren</translation>
    </message>
    <message>
        <source>Pause until tomorrow ({time})</source>
        <translation>Bis morgen pausieren ({time})</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausiert</translation>
    </message>
    <message>
        <source>Paused until {time}. Then this computer shares again.</source>
        <translation>Pausiert bis {time}. Dann teilt dieser Computer wieder.</translation>
    </message>
    <message>
        <source>Paused until {time}. Then your rules decide again.</source>
        <translation>Pausiert bis {time}. Dann entscheiden wieder Ihre Regeln.</translation>
    </message>
    <message>
        <source>Paused: layers {span} stay in memory for a while</source>
        <translation>Pausiert: Schichten {span} bleiben noch eine Weile im Speicher</translation>
    </message>
    <message>
        <source>Paused: {text}</source>
        <translation>Pausiert: {text}</translation>
    </message>
    <message>
        <source>Pause…</source>
        <translation>Pause…</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>Bilder (*.png)</translation>
    </message>
    <message>
        <source>Pictures ({kinds})</source>
        <translation>Bilder ({kinds})</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Plots, maps and schedules</source>
        <translation>Diagramme, Karten und Zeitpläne</translation>
    </message>
    <message>
        <source>Pool a few computers and run a language model that none of them could run alone.</source>
        <translation>Einige Computer zusammenlegen und ein Sprachmodell ausführen, das keiner davon allein ausführen könnte.</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Port of the API</source>
        <translation>Port der API</translation>
    </message>
    <message>
        <source>Precision of the weights</source>
        <translation>Genauigkeit der Gewichte</translation>
    </message>
    <message>
        <source>Previous 30 days</source>
        <translation>Letzte 30 Tage</translation>
    </message>
    <message>
        <source>Previous 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>Processor threads</source>
        <translation>Prozessor-Threads</translation>
    </message>
    <message>
        <source>Program, by the name of its file</source>
        <translation>Programm, nach dem Namen seiner Datei</translation>
    </message>
    <message>
        <source>Programs that are waited for</source>
        <translation>Programme, auf die gewartet wird</translation>
    </message>
    <message>
        <source>Programs that have only the present key are let in no more, until you give them the new one.</source>
        <translation>Programme, die nur den jetzigen Schlüssel haben, werden nicht mehr eingelassen, bis Sie ihnen den neuen geben.</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Put right what is marked below.</source>
        <translation>Berichtigen Sie, was unten markiert ist.</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Quit Meshnet</source>
        <translation>Meshnet beenden</translation>
    </message>
    <message numerus="yes">
        <source>Reading the prompt: {done} of {num} tokens</source>
        <extracomment>Reading the prompt: {done} of {num} token</extracomment>
        <translation>
            <numerusform>Die Eingabe wird gelesen: {done} von {num} Token</numerusform>
            <numerusform>Die Eingabe wird gelesen: {done} von {num} Tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Ready to chat</source>
        <translation>Bereit zum Chatten</translation>
    </message>
    <message>
        <source>Ready: layers {span}</source>
        <translation>Bereit: Schichten {span}</translation>
    </message>
    <message numerus="yes">
        <source>Ready: layers {span} and {num} shards more</source>
        <extracomment>Ready: layers {span} and {num} shard more</extracomment>
        <translation>
            <numerusform>Bereit: Schichten {span} und {num} weiterer Shard</numerusform>
            <numerusform>Bereit: Schichten {span} und {num} weitere Shards</numerusform>
        </translation>
    </message>
    <message>
        <source>Ready: model</source>
        <translation>Bereit: Modell</translation>
    </message>
    <message>
        <source>Refusals</source>
        <translation>Ablehnungen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove layers</source>
        <translation>Schichten entfernen</translation>
    </message>
    <message>
        <source>Remove some layers…</source>
        <translation>Einige Schichten entfernen…</translation>
    </message>
    <message>
        <source>Remove somebody…</source>
        <translation>Jemanden entfernen…</translation>
    </message>
    <message>
        <source>Remove the attachment {name}</source>
        <translation>Den Anhang {name} entfernen</translation>
    </message>
    <message>
        <source>Remove the chosen program</source>
        <translation>Das gewählte Programm entfernen</translation>
    </message>
    <message>
        <source>Remove the selected program</source>
        <translation>Das ausgewählte Programm entfernen</translation>
    </message>
    <message>
        <source>Remove these layers from this disk</source>
        <translation>Diese Schichten von diesem Datenträger entfernen</translation>
    </message>
    <message>
        <source>Remove {address}</source>
        <translation>{address} entfernen</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>{name} entfernen</translation>
    </message>
    <message>
        <source>Remove {name}?</source>
        <translation>{name} entfernen?</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen…</translation>
    </message>
    <message>
        <source>Removing…</source>
        <translation>Wird entfernt…</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Rename the selected chat</source>
        <translation>Den ausgewählten Chat umbenennen</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>Wiederholungsstrafe</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Reset all</source>
        <translation>Alle zurücksetzen</translation>
    </message>
    <message>
        <source>Reset all settings?</source>
        <translation>Alle Einstellungen zurücksetzen?</translation>
    </message>
    <message>
        <source>Reset all…</source>
        <translation>Alle zurücksetzen…</translation>
    </message>
    <message>
        <source>Reset {name}</source>
        <translation>{name} zurücksetzen</translation>
    </message>
    <message>
        <source>Resume now</source>
        <translation>Jetzt fortsetzen</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Retry this question</source>
        <translation>Diese Frage wiederholen</translation>
    </message>
    <message>
        <source>Reused</source>
        <translation>Noch da</translation>
    </message>
    <message>
        <source>Route: {hops}</source>
        <translation>Route: {hops}</translation>
    </message>
    <message>
        <source>Route: {hops}. {note}</source>
        <translation>Route: {hops}. {note}</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Rules of sharing</source>
        <translation>Regeln des Teilens</translation>
    </message>
    <message>
        <source>Rules…</source>
        <translation>Regeln…</translation>
    </message>
    <message>
        <source>Run a model together</source>
        <translation>Ein Modell zusammen ausführen</translation>
    </message>
    <message>
        <source>Running chats move to other computers, then this one stops.</source>
        <translation>Laufende Chats ziehen auf andere Computer um, dann hält dieser an.</translation>
    </message>
    <message>
        <source>Running sessions finish first.</source>
        <translation>Laufende Sitzungen laufen zuerst zu Ende.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save and share by these rules</source>
        <translation>Speichern und nach diesen Regeln teilen</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>Bild speichern…</translation>
    </message>
    <message>
        <source>Save the invite</source>
        <translation>Einladung speichern</translation>
    </message>
    <message>
        <source>Say so</source>
        <translation>Melden</translation>
    </message>
    <message>
        <source>Say so and wait</source>
        <translation>Melden und warten</translation>
    </message>
    <message>
        <source>Schedule as text</source>
        <translation>Zeitplan als Text</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>Chats durchsuchen</translation>
    </message>
    <message>
        <source>Search models</source>
        <translation>Modelle suchen</translation>
    </message>
    <message>
        <source>Search settings</source>
        <translation>Einstellungen durchsuchen</translation>
    </message>
    <message>
        <source>Search the chats</source>
        <translation>Die Chats durchsuchen</translation>
    </message>
    <message>
        <source>Search the hub</source>
        <translation>Hub durchsuchen</translation>
    </message>
    <message>
        <source>Searching the hub</source>
        <translation>Der Hub wird durchsucht</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Select a session to evict it.</source>
        <translation>Wählen Sie eine Sitzung, um sie zu verdrängen.</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>Senden (Eingabe)</translation>
    </message>
    <message>
        <source>Send the message</source>
        <translation>Die Nachricht senden</translation>
    </message>
    <message>
        <source>Sent to others</source>
        <translation>An andere gesendet</translation>
    </message>
    <message>
        <source>Serve as well</source>
        <translation>Auch bereitstellen</translation>
    </message>
    <message>
        <source>Serve layers {span} on this computer</source>
        <translation>Schichten {span} auf diesem Computer bereitstellen</translation>
    </message>
    <message>
        <source>Serve these layers on this computer</source>
        <translation>Diese Schichten auf diesem Computer bereitstellen</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>Session caches</source>
        <translation>Sitzungscaches</translation>
    </message>
    <message>
        <source>Session caches kept</source>
        <translation>Sitzungscaches gespeichert</translation>
    </message>
    <message>
        <source>Session caches take {used} now.</source>
        <translation>Sitzungscaches belegen jetzt {used}.</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>Sitzungen</translation>
    </message>
    <message>
        <source>Sessions at once</source>
        <translation>Sitzungen zugleich</translation>
    </message>
    <message>
        <source>Sessions kept</source>
        <translation>Gehaltene Sitzungen</translation>
    </message>
    <message>
        <source>Set up the starter model</source>
        <translation>Startmodell einrichten</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Settings of the API</source>
        <translation>Einstellungen der API</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>Einstellungen…</translation>
    </message>
    <message>
        <source>Share for as long as Meshnet runs</source>
        <translation>Teilen, solange Meshnet läuft</translation>
    </message>
    <message>
        <source>Share nothing until you say so</source>
        <translation>Nichts teilen, bis Sie es sagen</translation>
    </message>
    <message>
        <source>Share only if</source>
        <translation>Nur teilen, wenn</translation>
    </message>
    <message>
        <source>Share this computer</source>
        <translation>Diesen Computer teilen</translation>
    </message>
    <message>
        <source>Share this computer in the Node tab, or bring in others who serve the model.</source>
        <translation>Teilen Sie diesen Computer im Reiter Knoten, oder holen Sie andere dazu, die das Modell bereitstellen.</translation>
    </message>
    <message>
        <source>Share while your rules allow it: when this computer is idle, at some hours, on mains</source>
        <translation>Teilen, solange Ihre Regeln es erlauben: wenn dieser Computer untätig ist, zu bestimmten Zeiten, im Netzbetrieb</translation>
    </message>
    <message>
        <source>Shares for as long as Meshnet runs.</source>
        <translation>Teilt, solange Meshnet läuft.</translation>
    </message>
    <message>
        <source>Shares while your rules allow it.</source>
        <translation>Teilt, solange Ihre Regeln es erlauben.</translation>
    </message>
    <message>
        <source>Shares {shared}</source>
        <translation>Teilt {shared}</translation>
    </message>
    <message>
        <source>Share…</source>
        <translation>Teilen…</translation>
    </message>
    <message>
        <source>Sharing</source>
        <translation>Teilen</translation>
    </message>
    <message>
        <source>Sharing is paused: no chats of others run here.</source>
        <translation>Das Teilen ist pausiert: Hier laufen keine Chats anderer.</translation>
    </message>
    <message>
        <source>Sharing would stop now. {reason}</source>
        <translation>Das Teilen würde jetzt aufhören. {reason}</translation>
    </message>
    <message>
        <source>Sharing {span}</source>
        <translation>Teilt {span}</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Show as plain text</source>
        <translation>Als reinen Text zeigen</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>Mehr zeigen</translation>
    </message>
    <message>
        <source>Show only lines with this text</source>
        <translation>Nur Zeilen mit diesem Text zeigen</translation>
    </message>
    <message>
        <source>Show or hide the list of chats</source>
        <translation>Die Liste der Chats ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Show or hide the list of chats (Ctrl+B)</source>
        <translation>Liste der Chats ein- oder ausblenden (Strg+B)</translation>
    </message>
    <message>
        <source>Show the API</source>
        <translation>Die API zeigen</translation>
    </message>
    <message>
        <source>Show the API key</source>
        <translation>Den API-Schlüssel zeigen</translation>
    </message>
    <message>
        <source>Show the chat</source>
        <translation>Den Chat zeigen</translation>
    </message>
    <message>
        <source>Show the log</source>
        <translation>Das Protokoll zeigen</translation>
    </message>
    <message>
        <source>Show the models</source>
        <translation>Die Modelle zeigen</translation>
    </message>
    <message>
        <source>Show the node</source>
        <translation>Den Knoten zeigen</translation>
    </message>
    <message>
        <source>Show the session caches of</source>
        <translation>Sitzungscaches zeigen von</translation>
    </message>
    <message>
        <source>Show the swarm</source>
        <translation>Den Schwarm zeigen</translation>
    </message>
    <message>
        <source>Show this list</source>
        <translation>Diese Liste zeigen</translation>
    </message>
    <message numerus="yes">
        <source>Show {num} earlier messages</source>
        <extracomment>Show {num} earlier message</extracomment>
        <translation>
            <numerusform>{num} frühere Nachricht zeigen</numerusform>
            <numerusform>{num} frühere Nachrichten zeigen</numerusform>
        </translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation>Anmelden</translation>
    </message>
    <message>
        <source>Sign in to the hub</source>
        <translation>Beim Hub anmelden</translation>
    </message>
    <message>
        <source>Sign out</source>
        <translation>Abmelden</translation>
    </message>
    <message>
        <source>Signed in. The token is kept in this computer's own place for it.</source>
        <translation>Angemeldet. Das Token liegt am dafür vorgesehenen Ort dieses Computers.</translation>
    </message>
    <message>
        <source>Signed out: the token is forgotten here.</source>
        <translation>Abgemeldet: Das Token ist hier vergessen.</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Überspringen</translation>
    </message>
    <message>
        <source>So many tokens pass its layers in a second, as it measured ({decode_tps} for a single layer).</source>
        <translation>So viele Tokens pro Sekunde durchlaufen seine Schichten nach seiner eigenen Messung ({decode_tps} für eine einzelne Schicht).</translation>
    </message>
    <message>
        <source>Somebody in the swarm gives it to you: a line of text, or a picture with a QR code.</source>
        <translation>Jemand im Schwarm gibt sie Ihnen: eine Textzeile oder ein Bild mit einem QR-Code.</translation>
    </message>
    <message>
        <source>Somebody is getting layers ready.</source>
        <translation>Jemand bereitet gerade Schichten vor.</translation>
    </message>
    <message>
        <source>Somebody is getting layers ready; the chat opens by itself when they are.</source>
        <translation>Jemand bereitet Schichten vor; der Chat öffnet sich von selbst, sobald sie bereit sind.</translation>
    </message>
    <message>
        <source>Something in Meshnet failed</source>
        <translation>In Meshnet ist etwas fehlgeschlagen</translation>
    </message>
    <message>
        <source>Sort the requests by</source>
        <translation>Die Anfragen sortieren nach</translation>
    </message>
    <message>
        <source>Sort the sessions by</source>
        <translation>Sitzungen sortieren nach</translation>
    </message>
    <message>
        <source>Span and model</source>
        <translation>Bereich, Modell</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Gründen</translation>
    </message>
    <message>
        <source>Start a swarm</source>
        <translation>Einen Schwarm gründen</translation>
    </message>
    <message>
        <source>Start chatting</source>
        <translation>Chatten</translation>
    </message>
    <message>
        <source>Start or join a swarm</source>
        <translation>Einen Schwarm gründen oder einem beitreten</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Startet</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Startet…</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Stop serving {shard_name}</source>
        <translation>{shard_name} nicht mehr bereitstellen</translation>
    </message>
    <message>
        <source>Stop the answer (Esc)</source>
        <translation>Antwort anhalten (Esc)</translation>
    </message>
    <message>
        <source>Stop the answer, leave editing, or close the options</source>
        <translation>Die Antwort anhalten, das Bearbeiten abbrechen oder die Optionen schließen</translation>
    </message>
    <message>
        <source>Stopped by you.</source>
        <translation>Von Ihnen angehalten.</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Hält an</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Hält an…</translation>
    </message>
    <message>
        <source>Swarm</source>
        <translation>Schwarm</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Systemanweisung</translation>
    </message>
    <message>
        <source>TTL left</source>
        <translation>Restzeit</translation>
    </message>
    <message>
        <source>Tabs</source>
        <translation>Reiter</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>That cannot be: {reason}.</source>
        <translation>Das geht nicht: {reason}.</translation>
    </message>
    <message>
        <source>That computer is asked without encryption: whoever is on the way could read and change the chat, and nobody checks who answers. A swarm is safe from that.</source>
        <translation>Der andere Computer wird ohne Verschlüsselung gefragt: Wer auf dem Weg dazwischen sitzt, könnte den Chat lesen und ändern, und niemand prüft, wer antwortet. Ein Schwarm ist davor sicher.</translation>
    </message>
    <message>
        <source>That computer is in the list already.</source>
        <translation>Der Computer steht schon in der Liste.</translation>
    </message>
    <message>
        <source>That does not fit: {free_bytes} of the disk are free.</source>
        <translation>Das passt nicht: {free_bytes} des Datenträgers sind frei.</translation>
    </message>
    <message>
        <source>That failed: {reason}</source>
        <translation>Das ist fehlgeschlagen: {reason}</translation>
    </message>
    <message>
        <source>That is more than the {limit_bytes} that models may take on this disk.</source>
        <translation>Das ist mehr als die {limit_bytes}, die Modelle auf diesem Datenträger belegen dürfen.</translation>
    </message>
    <message>
        <source>That is no host name or IP address.</source>
        <translation>Das ist weder ein Hostname noch eine IP-Adresse.</translation>
    </message>
    <message>
        <source>That is {num} characters; a message can hold {most}. Nothing was attached.</source>
        <translation>Das sind {num} Zeichen; eine Nachricht fasst {most}. Nichts wurde angehängt.</translation>
    </message>
    <message>
        <source>That mirror cannot be used: {wrong}.</source>
        <translation>Dieser Spiegel kann nicht verwendet werden: {wrong}.</translation>
    </message>
    <message>
        <source>That picture is too large.</source>
        <translation>Dieses Bild ist zu groß.</translation>
    </message>
    <message>
        <source>That session was gone already.</source>
        <translation>Diese Sitzung war schon weg.</translation>
    </message>
    <message>
        <source>That was cancelled.</source>
        <translation>Das wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The address is on the clipboard.</source>
        <translation>Die Adresse ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The address that a program needs</source>
        <translation>Die Adresse, die ein Programm braucht</translation>
    </message>
    <message>
        <source>The answer so far is kept above.</source>
        <translation>Die bisherige Antwort bleibt oben stehen.</translation>
    </message>
    <message>
        <source>The computers that answer can read what you ask. Be in a swarm with people whom you trust.</source>
        <translation>Die Computer, die antworten, können lesen, was Sie fragen. Seien Sie nur mit Menschen in einem Schwarm, denen Sie vertrauen.</translation>
    </message>
    <message>
        <source>The context is nearly full: there is room for {num} more tokens, the answer included.</source>
        <translation>Der Kontext ist fast voll: Es ist Platz für {num} weitere Tokens, die Antwort eingerechnet.</translation>
    </message>
    <message>
        <source>The example is on the clipboard, with the key in it.</source>
        <translation>Das Beispiel ist samt Schlüssel in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The folder could not be opened. It is {folder}</source>
        <translation>Der Ordner konnte nicht geöffnet werden. Es ist {folder}</translation>
    </message>
    <message>
        <source>The general path</source>
        <translation>Der allgemeine Weg</translation>
    </message>
    <message>
        <source>The hub has nothing by that name.</source>
        <translation>Der Hub hat nichts mit diesem Namen.</translation>
    </message>
    <message>
        <source>The invite as a QR code</source>
        <translation>Die Einladung als QR-Code</translation>
    </message>
    <message>
        <source>The invite as text</source>
        <translation>Die Einladung als Text</translation>
    </message>
    <message>
        <source>The key is on the clipboard.</source>
        <translation>Der Schlüssel ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The last hour</source>
        <translation>Die letzte Stunde</translation>
    </message>
    <message>
        <source>The layers are being fetched first. They are loaded and served when all of them are here.</source>
        <translation>Die Schichten werden zuerst geholt. Sie werden geladen und bereitgestellt, wenn alle hier sind.</translation>
    </message>
    <message>
        <source>The layers stay in memory for {time} more.</source>
        <translation>Die Schichten bleiben noch {time} im Speicher.</translation>
    </message>
    <message>
        <source>The layers that the swarm needs most, as many as fit this computer. It moves when that changes.</source>
        <translation>Die Schichten, die der Schwarm am meisten braucht, so viele, wie auf diesen Computer passen. Er zieht um, wenn sich das ändert.</translation>
    </message>
    <message>
        <source>The layers would be loaded anew.</source>
        <translation>Die Schichten würden neu geladen.</translation>
    </message>
    <message numerus="yes">
        <source>The layers would be loaded anew: {num} sessions ({size}) would move to other computers or end.</source>
        <extracomment>The layers would be loaded anew: {num} session ({size}) would move to other computers or end.</extracomment>
        <translation>
            <numerusform>Die Schichten würden neu geladen: {num} Sitzung ({size}) würde auf andere Computer umziehen oder enden.</numerusform>
            <numerusform>Die Schichten würden neu geladen: {num} Sitzungen ({size}) würden auf andere Computer umziehen oder enden.</numerusform>
        </translation>
    </message>
    <message>
        <source>The lean path</source>
        <translation>Der schlanke Weg</translation>
    </message>
    <message>
        <source>The licences cannot be read: {reason}</source>
        <translation>Die Lizenzen können nicht gelesen werden: {reason}</translation>
    </message>
    <message>
        <source>The most that is handed on, in MB per second</source>
        <translation>Was höchstens weitergegeben wird, in MB pro Sekunde</translation>
    </message>
    <message>
        <source>The most that models may take, in GB</source>
        <translation>Was Modelle höchstens belegen dürfen, in GB</translation>
    </message>
    <message>
        <source>The node failed, so it keeps no sessions.</source>
        <translation>Der Knoten ist ausgefallen, darum hält er keine Sitzungen.</translation>
    </message>
    <message>
        <source>The node is off. It serves layers while this computer shares: see “Share this computer”.</source>
        <translation>Der Knoten ist aus. Er stellt Schichten bereit, solange dieser Computer teilt: siehe „Diesen Computer teilen“.</translation>
    </message>
    <message>
        <source>The other computers</source>
        <translation>Die anderen Computer</translation>
    </message>
    <message>
        <source>The other computers of {swarm} cannot be reached.</source>
        <translation>Die anderen Computer von {swarm} sind nicht erreichbar.</translation>
    </message>
    <message>
        <source>The others know this computer as {short_id}.</source>
        <translation>Die anderen kennen diesen Computer als {short_id}.</translation>
    </message>
    <message>
        <source>The others serve {name}, so they cannot help with this model.</source>
        <translation>Die anderen stellen {name} bereit, darum können sie mit diesem Modell nicht helfen.</translation>
    </message>
    <message>
        <source>The port is missing, as in 192.168.1.20:51001.</source>
        <translation>Der Port fehlt, wie in 192.168.1.20:51001.</translation>
    </message>
    <message>
        <source>The port must be a number from 1 to 65535.</source>
        <translation>Der Port muss eine Zahl von 1 bis 65535 sein.</translation>
    </message>
    <message>
        <source>The same each time</source>
        <translation>Jedes Mal derselbe</translation>
    </message>
    <message>
        <source>The same question, options and seed give the same answer; empty: another each time.</source>
        <translation>Dieselbe Frage, dieselben Optionen und derselbe Startwert ergeben dieselbe Antwort; leer: jedes Mal eine andere.</translation>
    </message>
    <message>
        <source>The seed must be a whole number, or empty for a random one.</source>
        <translation>Der Startwert muss eine ganze Zahl sein, oder leer für einen zufälligen.</translation>
    </message>
    <message>
        <source>The shard is being checked before others may use it…</source>
        <translation>Der Shard wird geprüft, bevor andere ihn verwenden dürfen…</translation>
    </message>
    <message>
        <source>The shard is being loaded…</source>
        <translation>Der Shard wird geladen…</translation>
    </message>
    <message>
        <source>The shard is being unloaded…</source>
        <translation>Der Shard wird entladen…</translation>
    </message>
    <message>
        <source>The starter model is small and not very clever, but it chats at once. It came with Meshnet.</source>
        <translation>Das Startmodell ist klein und nicht sehr klug, aber es chattet sofort. Es ist in Meshnet enthalten.</translation>
    </message>
    <message>
        <source>The starter model is small and not very clever, but it chats at once. It is fetched once.</source>
        <translation>Das Startmodell ist klein und nicht sehr klug, aber es chattet sofort. Es wird einmal geholt.</translation>
    </message>
    <message>
        <source>The starter model, SmolLM2-135M-Instruct, is under the Apache License 2.0. Models that you fetch have licences of their own, which stand beside them where you choose one.</source>
        <translation>Das Startmodell, SmolLM2-135M-Instruct, steht unter der Apache-Lizenz 2.0. Modelle, die Sie holen, haben eigene Lizenzen; sie stehen bei den Modellen, wo Sie eines auswählen.</translation>
    </message>
    <message>
        <source>The totals could not be read.</source>
        <translation>Die Summen konnten nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The tray icon says whether this computer shares, and pauses it.</source>
        <translation>Das Symbol im Infobereich zeigt, ob dieser Computer teilt, und kann das Teilen pausieren.</translation>
    </message>
    <message>
        <source>The weights as the model has them.</source>
        <translation>Die Gewichte, wie das Modell sie hat.</translation>
    </message>
    <message>
        <source>The whole model</source>
        <translation>Das ganze Modell</translation>
    </message>
    <message>
        <source>The window is made with Qt, under the LGPL: its libraries are files of their own, and you may exchange them for others. Models run with PyTorch, transformers and ONNX Runtime; members meet over Zenoh.</source>
        <translation>Das Fenster ist mit Qt gemacht, das unter der LGPL steht: Seine Bibliotheken sind eigene Dateien, und Sie dürfen sie gegen andere austauschen. Modelle laufen mit PyTorch, transformers und ONNX Runtime; Mitglieder treffen sich über Zenoh.</translation>
    </message>
    <message>
        <source>The window speaks the chosen language from its next start on.</source>
        <translation>Das Fenster spricht die gewählte Sprache ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>Their memory, MB</source>
        <translation>Ihr Speicher, MB</translation>
    </message>
    <message>
        <source>There is a new key. The old one is good for nothing any more.</source>
        <translation>Es gibt einen neuen Schlüssel. Der alte gilt nicht mehr.</translation>
    </message>
    <message>
        <source>There is neither a password nor encryption: a swarm has both.</source>
        <translation>Es gibt weder Passwort noch Verschlüsselung: Ein Schwarm hat beides.</translation>
    </message>
    <message>
        <source>There is no QR code in that picture. A screenshot, or a sharp photo of the whole code, works best.</source>
        <translation>In diesem Bild ist kein QR-Code. Am besten geht ein Bildschirmfoto oder ein scharfes Foto des ganzen Codes.</translation>
    </message>
    <message>
        <source>There is no account and no company's server in between. Your chats and settings are files on this computer.</source>
        <translation>Es gibt kein Konto und keinen Server einer Firma dazwischen. Ihre Chats und Einstellungen sind Dateien auf diesem Computer.</translation>
    </message>
    <message>
        <source>There is no route yet</source>
        <translation>Es gibt noch keine Route</translation>
    </message>
    <message>
        <source>There is no way to take a single person out: everybody who ever had an invite can come in. So to remove somebody the swarm gets a new secret. All invites until now stop working, and everybody who is to stay needs a new invite from you. Until they have used it they are out, too.</source>
        <translation>Eine einzelne Person lässt sich nicht herausnehmen: Wer je eine Einladung hatte, kommt hinein. Um jemanden zu entfernen, bekommt der Schwarm darum ein neues Geheimnis. Alle bisherigen Einladungen gelten nicht mehr, und wer bleiben soll, braucht von Ihnen eine neue. Bis sie verwendet ist, ist auch diese Person draußen.</translation>
    </message>
    <message>
        <source>These rules count while the switch stands on {position}.</source>
        <translation>Diese Regeln gelten, solange der Schalter auf {position} steht.</translation>
    </message>
    <message>
        <source>These words are in no licence.</source>
        <translation>Diese Wörter stehen in keiner Lizenz.</translation>
    </message>
    <message>
        <source>They are here, but nothing is known yet of what they serve.</source>
        <translation>Sie sind hier, aber noch ist nicht bekannt, was sie bereitstellen.</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>Denkt nach…</translation>
    </message>
    <message>
        <source>This build names no place where new versions are published.</source>
        <translation>In diesem Programm steht nicht, wo neue Versionen veröffentlicht werden.</translation>
    </message>
    <message>
        <source>This chat is longer than the model can take, so it will not be answered. Shorten the message, begin a new chat, or let older messages be left out (Options).</source>
        <translation>Dieser Chat ist länger, als das Modell fassen kann, darum wird er nicht beantwortet. Kürzen Sie die Nachricht, beginnen Sie einen neuen Chat, oder lassen Sie zu, dass ältere Nachrichten weggelassen werden (Optionen).</translation>
    </message>
    <message>
        <source>This chat is longer than the model can take: its oldest messages will be left out.</source>
        <translation>Dieser Chat ist länger, als das Modell fassen kann: Seine ältesten Nachrichten werden weggelassen.</translation>
    </message>
    <message>
        <source>This chat is longer than the model can take: messages from its middle will be left out.</source>
        <translation>Dieser Chat ist länger, als das Modell fassen kann: Nachrichten aus seiner Mitte werden weggelassen.</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Dieser Computer</translation>
    </message>
    <message>
        <source>This computer cannot get to the others.</source>
        <translation>Dieser Computer erreicht die anderen nicht.</translation>
    </message>
    <message>
        <source>This computer cannot share</source>
        <translation>Dieser Computer kann nicht teilen</translation>
    </message>
    <message>
        <source>This computer computes for others only while you share it, within limits that you set, and you can pause that at any time. Nothing is shared yet.</source>
        <translation>Dieser Computer rechnet nur für andere, solange Sie ihn teilen, in Grenzen, die Sie setzen, und Sie können das jederzeit pausieren. Noch wird nichts geteilt.</translation>
    </message>
    <message>
        <source>This computer does not help the others yet. You can chat all the same.</source>
        <translation>Dieser Computer hilft den anderen noch nicht. Sie können trotzdem chatten.</translation>
    </message>
    <message>
        <source>This computer forgets the swarm. To come back you need an invite again.</source>
        <translation>Dieser Computer vergisst den Schwarm. Um zurückzukommen, brauchen Sie wieder eine Einladung.</translation>
    </message>
    <message>
        <source>This computer has not shared yet. Choose “Always” or “By my rules” to begin.</source>
        <translation>Dieser Computer hat noch nicht geteilt. Wählen Sie „Immer“ oder „Nach meinen Regeln“, um zu beginnen.</translation>
    </message>
    <message>
        <source>This computer is kept awake meanwhile.</source>
        <translation>Dieser Computer wird solange wach gehalten.</translation>
    </message>
    <message>
        <source>This computer is not signed in.</source>
        <translation>Dieser Computer ist nicht angemeldet.</translation>
    </message>
    <message>
        <source>This computer is signed in.</source>
        <translation>Dieser Computer ist angemeldet.</translation>
    </message>
    <message>
        <source>This computer serves layers to your swarm for as long as Meshnet runs.</source>
        <translation>Dieser Computer stellt Ihrem Schwarm Schichten bereit, solange Meshnet läuft.</translation>
    </message>
    <message>
        <source>This computer serves layers while your rules allow it; they are in the Node tab.</source>
        <translation>Dieser Computer stellt Schichten bereit, solange Ihre Regeln es erlauben; sie stehen im Reiter Knoten.</translation>
    </message>
    <message>
        <source>This computer serves nobody. You can chat all the same, and share later in the Node tab.</source>
        <translation>Dieser Computer stellt niemandem etwas bereit. Sie können trotzdem chatten und später im Reiter Knoten teilen.</translation>
    </message>
    <message>
        <source>This computer shares it now. Stop sharing it first.</source>
        <translation>Dieser Computer teilt es gerade. Beenden Sie zuerst das Teilen.</translation>
    </message>
    <message>
        <source>This computer shares {used} now. Stop sharing first.</source>
        <translation>Dieser Computer teilt gerade {used}. Beenden Sie zuerst das Teilen.</translation>
    </message>
    <message>
        <source>This computer was not shared in these days.</source>
        <translation>Dieser Computer wurde in diesen Tagen nicht geteilt.</translation>
    </message>
    <message>
        <source>This copy brings no packages of others: their licences are with the packages that were installed.</source>
        <translation>Diese Kopie bringt keine fremden Pakete mit: Deren Lizenzen liegen bei den installierten Paketen.</translation>
    </message>
    <message>
        <source>This frees about {freed}. They can be fetched again.</source>
        <translation>Das macht etwa {freed} frei. Sie können wieder geholt werden.</translation>
    </message>
    <message>
        <source>This frees {held_bytes}.</source>
        <translation>Das macht {held_bytes} frei.</translation>
    </message>
    <message>
        <source>This is the latest version, {own}.</source>
        <translation>Dies ist die neueste Version, {own}.</translation>
    </message>
    <message>
        <source>This message alone is longer than the model can take. Shorten it, or attach less.</source>
        <translation>Schon diese Nachricht ist länger, als das Modell fassen kann. Kürzen Sie sie, oder hängen Sie weniger an.</translation>
    </message>
    <message>
        <source>This model's layers keep no session cache: every step computes the whole text again.</source>
        <translation>Die Schichten dieses Modells halten keinen Sitzungscache: Jeder Schritt berechnet den ganzen Text neu.</translation>
    </message>
    <message>
        <source>This peer's node failed.</source>
        <translation>Der Knoten dieses Peers ist ausgefallen.</translation>
    </message>
    <message>
        <source>This peer's node is off.</source>
        <translation>Der Knoten dieses Peers ist aus.</translation>
    </message>
    <message numerus="yes">
        <source>This would end {num} sessions ({size}).</source>
        <extracomment>This would end {num} session ({size}).</extracomment>
        <translation>
            <numerusform>Das würde {num} Sitzung beenden ({size}).</numerusform>
            <numerusform>Das würde {num} Sitzungen beenden ({size}).</numerusform>
        </translation>
    </message>
    <message>
        <source>Those of them that are not on this disk are fetched first.</source>
        <translation>Was davon nicht auf diesem Datenträger ist, wird zuerst geholt.</translation>
    </message>
    <message>
        <source>Thoughts</source>
        <translation>Gedanken</translation>
    </message>
    <message>
        <source>Threads, port, session caches, and what computes</source>
        <translation>Threads, Port, Sitzungscaches und was rechnet</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Time at each hop</source>
        <translation>Zeit je Station</translation>
    </message>
    <message>
        <source>Time shared</source>
        <translation>Geteilte Zeit</translation>
    </message>
    <message>
        <source>Title of the chat</source>
        <translation>Titel des Chats</translation>
    </message>
    <message>
        <source>To chat with one of them this computer takes only its small files; the others compute.</source>
        <translation>Um mit einem davon zu chatten, nimmt dieser Computer nur die kleinen Dateien; die anderen rechnen.</translation>
    </message>
    <message>
        <source>To chat with them, this computer needs only its small files.</source>
        <translation>Um mit ihnen zu chatten, braucht dieser Computer nur die kleinen Dateien des Modells.</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Tokens of the answer</source>
        <translation>Tokens der Antwort</translation>
    </message>
    <message>
        <source>Tokens of the prompt</source>
        <translation>Tokens der Frage</translation>
    </message>
    <message>
        <source>Tokens of the prompt that were still held from the turn before</source>
        <translation>Tokens der Frage, die vom vorigen Mal noch da waren</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>Tokens pro Sekunde</translation>
    </message>
    <message>
        <source>Too large: {needed} are needed to load them, {max} are free.</source>
        <translation>Zu groß: {needed} werden zum Laden gebraucht, {max} sind frei.</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Tools made for Ollama take the address without /v1 at its end.</source>
        <translation>Programme für Ollama nehmen die Adresse ohne /v1 am Ende.</translation>
    </message>
    <message>
        <source>Top k</source>
        <translation>Top k</translation>
    </message>
    <message>
        <source>Top p</source>
        <translation>Top p</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Type an address such as 192.168.1.20:51001.</source>
        <translation>Geben Sie eine Adresse wie 192.168.1.20:51001 ein.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Up to, not including, layer</source>
        <translation>Bis ausschließlich Schicht</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Verwenden</translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation>Für neue Chats verwenden</translation>
    </message>
    <message>
        <source>Use in chats</source>
        <translation>In Chats verwenden</translation>
    </message>
    <message>
        <source>Use layers {fitting}, which fit</source>
        <translation>Schichten {fitting} verwenden, die passen</translation>
    </message>
    <message>
        <source>Use {model}</source>
        <translation>{model} verwenden</translation>
    </message>
    <message>
        <source>Use {name}</source>
        <translation>{name} verwenden</translation>
    </message>
    <message>
        <source>Use {name} from your swarm</source>
        <translation>{name} aus Ihrem Schwarm verwenden</translation>
    </message>
    <message>
        <source>Used in chats</source>
        <translation>In Chats verwendet</translation>
    </message>
    <message>
        <source>Usual hours…</source>
        <translation>Übliche Zeiten…</translation>
    </message>
    <message>
        <source>Verify</source>
        <translation>Überprüfen</translation>
    </message>
    <message>
        <source>Version {index} of {num}</source>
        <translation>Fassung {index} von {num}</translation>
    </message>
    <message>
        <source>Version {version} of Meshnet is there. This is {own}.</source>
        <translation>Version {version} von Meshnet ist da. Dies ist {own}.</translation>
    </message>
    <message>
        <source>Waiting: {text}</source>
        <translation>Wartet: {text}</translation>
    </message>
    <message>
        <source>Waiting…</source>
        <translation>Wartet…</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>Warnungen und Fehler</translation>
    </message>
    <message>
        <source>Welcome to Meshnet</source>
        <translation>Willkommen bei Meshnet</translation>
    </message>
    <message>
        <source>What happens when the chat has more tokens than the model can take.</source>
        <translation>Was geschieht, wenn der Chat mehr Tokens hat, als das Modell fassen kann.</translation>
    </message>
    <message>
        <source>What is missing comes from elsewhere.</source>
        <translation>Was fehlt, kommt von anderswo.</translation>
    </message>
    <message>
        <source>What is sent to it is not encrypted, and nobody checks who it is: use it in your own network only.</source>
        <translation>Was dorthin gesendet wird, ist nicht verschlüsselt, und niemand prüft, wer dort antwortet: Verwenden Sie das nur in Ihrem eigenen Netz.</translation>
    </message>
    <message>
        <source>What is the capital of France?</source>
        <translation>Was ist die Hauptstadt von Frankreich?</translation>
    </message>
    <message>
        <source>What of it fits is said as soon as its small files are here; its layers come when you choose them.</source>
        <translation>Was davon passt, erfahren Sie, sobald die kleinen Dateien hier sind; die Schichten kommen, wenn Sie sie auswählen.</translation>
    </message>
    <message>
        <source>What others can see</source>
        <translation>Was andere sehen können</translation>
    </message>
    <message>
        <source>What runs now could not be found out; type the program's name.</source>
        <translation>Was gerade läuft, war nicht herauszufinden; geben Sie den Namen des Programms ein.</translation>
    </message>
    <message>
        <source>What the model is told before the conversation (optional)</source>
        <translation>Was dem Modell vor der Unterhaltung gesagt wird (optional)</translation>
    </message>
    <message>
        <source>What the model is told before the conversation, in this chat.</source>
        <translation>Was dem Modell in diesem Chat vor der Unterhaltung gesagt wird.</translation>
    </message>
    <message>
        <source>What the others see this computer as; empty takes the name that it has.</source>
        <translation>Unter welchem Namen die anderen diesen Computer sehen; leer nimmt den, den er hat.</translation>
    </message>
    <message>
        <source>What this computer gave</source>
        <translation>Was dieser Computer gegeben hat</translation>
    </message>
    <message>
        <source>What this computer gave by day</source>
        <translation>Was dieser Computer pro Tag gegeben hat</translation>
    </message>
    <message>
        <source>What to serve</source>
        <translation>Was bereitgestellt wird</translation>
    </message>
    <message>
        <source>What to show</source>
        <translation>Was gezeigt wird</translation>
    </message>
    <message>
        <source>What you choose here needs no Apply.</source>
        <translation>Was Sie hier wählen, gilt ohne Anwenden.</translation>
    </message>
    <message>
        <source>When it is reached, layers that can be fetched again and were used longest ago make room. What this computer shares, and what was imported, stays.</source>
        <translation>Ist sie erreicht, machen Schichten Platz, die wieder geholt werden können und am längsten nicht verwendet wurden. Was dieser Computer teilt und was importiert wurde, bleibt.</translation>
    </message>
    <message>
        <source>When the chat is too long</source>
        <translation>Wenn der Chat zu lang ist</translation>
    </message>
    <message>
        <source>Where an answer ends that has not ended by itself.</source>
        <translation>Wo eine Antwort endet, die nicht von selbst geendet hat.</translation>
    </message>
    <message>
        <source>Where every chat runs</source>
        <translation>Wo jeder Chat läuft</translation>
    </message>
    <message>
        <source>Where it is quicker</source>
        <translation>Wo es schneller ist</translation>
    </message>
    <message>
        <source>Where it runs</source>
        <translation>Wo er läuft</translation>
    </message>
    <message>
        <source>Where layers come from</source>
        <translation>Woher Schichten kommen</translation>
    </message>
    <message>
        <source>Where models are published, it is seen which of them you look for and fetch from there. Your chats never go there.</source>
        <translation>Wo Modelle veröffentlicht werden, ist zu sehen, welche davon Sie suchen und von dort holen. Ihre Chats gehen nie dorthin.</translation>
    </message>
    <message>
        <source>Which layers to get</source>
        <translation>Welche Schichten zu holen sind</translation>
    </message>
    <message>
        <source>While the local API is on, the requests of other programs are listed here.</source>
        <translation>Solange die lokale API an ist, stehen hier die Anfragen anderer Programme.</translation>
    </message>
    <message>
        <source>Who can reach it</source>
        <translation>Wer ihn erreichen kann</translation>
    </message>
    <message>
        <source>Who serves which layers</source>
        <translation>Wer welche Schichten bereitstellt</translation>
    </message>
    <message>
        <source>Whoever gets to {host} can reach it. {no_password}</source>
        <translation>Wer zu {host} gelangt, kann ihn erreichen. {no_password}</translation>
    </message>
    <message>
        <source>Whoever has this invite is in, now and later. Give it only to people whom you trust, never to a public place.</source>
        <translation>Wer diese Einladung hat, ist drin, jetzt und später. Geben Sie sie nur Menschen, denen Sie vertrauen, nie an einen öffentlichen Ort.</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>With my swarm</source>
        <translation>Mit meinem Schwarm</translation>
    </message>
    <message>
        <source>Without a model there is nothing to chat with yet: the Chat tab offers the starter model again.</source>
        <translation>Ohne Modell gibt es noch nichts zum Chatten: Der Reiter Chat bietet das Startmodell wieder an.</translation>
    </message>
    <message>
        <source>Would share now: no</source>
        <translation>Würde jetzt teilen: nein</translation>
    </message>
    <message>
        <source>Would share now: not known</source>
        <translation>Würde jetzt teilen: nicht bekannt</translation>
    </message>
    <message>
        <source>Would share now: yes</source>
        <translation>Würde jetzt teilen: ja</translation>
    </message>
    <message>
        <source>Write a message first</source>
        <translation>Schreiben Sie zuerst eine Nachricht</translation>
    </message>
    <message>
        <source>Write a message…</source>
        <translation>Nachricht schreiben…</translation>
    </message>
    <message>
        <source>Write a short poem about the sea.</source>
        <translation>Schreibe ein kurzes Gedicht über das Meer.</translation>
    </message>
    <message>
        <source>Writes the rest of the answer, as soon as all layers are served again</source>
        <translation>Schreibt den Rest der Antwort, sobald alle Schichten wieder bereitgestellt werden</translation>
    </message>
    <message numerus="yes">
        <source>Writing · {num} tokens</source>
        <extracomment>Writing · {num} token</extracomment>
        <translation>
            <numerusform>Schreibt · {num} Token</numerusform>
            <numerusform>Schreibt · {num} Tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <source>You are in no swarm now, so nobody helps this computer and it helps nobody. Choose one above to go on.</source>
        <translation>Sie sind gerade in keinem Schwarm, darum hilft niemand diesem Computer, und er hilft niemandem. Wählen Sie oben einen, um weiterzumachen.</translation>
    </message>
    <message>
        <source>You edit an earlier question. The chat goes on from there; what followed is kept.</source>
        <translation>Sie bearbeiten eine frühere Frage. Der Chat geht von dort weiter; was folgte, bleibt erhalten.</translation>
    </message>
    <message>
        <source>You have a model as a file, or as a folder?</source>
        <translation>Sie haben ein Modell als Datei oder als Ordner?</translation>
    </message>
    <message>
        <source>You paused sharing. Nobody else is served by this computer.</source>
        <translation>Sie haben das Teilen pausiert. Dieser Computer stellt niemandem sonst etwas bereit.</translation>
    </message>
    <message>
        <source>You seem to be the last one here, so nobody may be left to give you one.</source>
        <translation>Sie scheinen hier die letzte Person zu sein, dann kann Ihnen vielleicht niemand mehr eine geben.</translation>
    </message>
    <message>
        <source>You wrote</source>
        <translation>Sie schrieben</translation>
    </message>
    <message>
        <source>Your answer is ready</source>
        <translation>Ihre Antwort ist fertig</translation>
    </message>
    <message>
        <source>Your chats are as they were saved. This is what is known of it.</source>
        <translation>Ihre Chats sind so, wie sie gespeichert wurden. Das ist darüber bekannt.</translation>
    </message>
    <message>
        <source>Your chats use it now; they need another one then.</source>
        <translation>Ihre Chats verwenden es gerade; sie brauchen dann ein anderes.</translation>
    </message>
    <message>
        <source>Your chats will be listed here.</source>
        <translation>Ihre Chats werden hier aufgeführt.</translation>
    </message>
    <message>
        <source>Your swarm serves one: to chat with it, this computer needs only its small files. Or begin with the starter model, a small one that runs here, or find another.</source>
        <translation>Ihr Schwarm stellt eines bereit: Um damit zu chatten, braucht dieser Computer nur die kleinen Dateien. Oder beginnen Sie mit dem Startmodell, einem kleinen, das hier läuft, oder suchen Sie ein anderes.</translation>
    </message>
    <message>
        <source>[picture: {words}]</source>
        <translation>[Bild: {words}]</translation>
    </message>
    <message>
        <source>[picture]</source>
        <translation>[Bild]</translation>
    </message>
    <message>
        <source>a name that is not this computer's</source>
        <translation>ein Name, der nicht zu diesem Computer gehört</translation>
    </message>
    <message>
        <source>a web page</source>
        <translation>eine Webseite</translation>
    </message>
    <message numerus="yes">
        <source>all {num} layers</source>
        <extracomment>its {num} layer</extracomment>
        <translation>
            <numerusform>die einzige Schicht</numerusform>
            <numerusform>alle {num} Schichten</numerusform>
        </translation>
    </message>
    <message>
        <source>allows it</source>
        <translation>erlaubt es</translation>
    </message>
    <message>
        <source>and {num_hidden}</source>
        <translation>und {num_hidden}</translation>
    </message>
    <message numerus="yes">
        <source>and {num} more computers</source>
        <extracomment>and {num} more computer</extracomment>
        <translation>
            <numerusform>und {num} weiterer Computer</numerusform>
            <numerusform>und {num} weitere Computer</numerusform>
        </translation>
    </message>
    <message>
        <source>as computed</source>
        <translation>wie berechnet</translation>
    </message>
    <message>
        <source>as measured</source>
        <translation>wie gemessen</translation>
    </message>
    <message>
        <source>asks you to accept its terms</source>
        <translation>verlangt, dass Sie Bedingungen annehmen</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>höchstens</translation>
    </message>
    <message>
        <source>at worst {worst_case_bytes}</source>
        <translation>schlimmstenfalls {worst_case_bytes}</translation>
    </message>
    <message>
        <source>at {address}</source>
        <translation>bei {address}</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>by address</source>
        <translation>nach Adresse</translation>
    </message>
    <message>
        <source>chosen by itself</source>
        <translation>automatisch gewählt</translation>
    </message>
    <message>
        <source>direct</source>
        <translation>direkt</translation>
    </message>
    <message>
        <source>distance unknown</source>
        <translation>Entfernung unbekannt</translation>
    </message>
    <message>
        <source>ended by its head</source>
        <translation>vom anfragenden Computer beendet</translation>
    </message>
    <message>
        <source>evicted by you</source>
        <translation>von Ihnen verdrängt</translation>
    </message>
    <message>
        <source>fetched {downloads} a month</source>
        <translation>{downloads} im Monat geholt</translation>
    </message>
    <message>
        <source>first token {seconds} s</source>
        <translation>erstes Token nach {seconds} s</translation>
    </message>
    <message>
        <source>from the hub</source>
        <translation>vom Hub</translation>
    </message>
    <message>
        <source>from your swarm</source>
        <translation>von Ihrem Schwarm</translation>
    </message>
    <message numerus="yes">
        <source>from {num} computers of your swarm</source>
        <extracomment>from {num} computer of your swarm</extracomment>
        <translation>
            <numerusform>von {num} Computer Ihres Schwarms</numerusform>
            <numerusform>von {num} Computern Ihres Schwarms</numerusform>
        </translation>
    </message>
    <message>
        <source>getting ready</source>
        <translation>macht sich bereit</translation>
    </message>
    <message>
        <source>holds it back</source>
        <translation>verhindert es</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
    <message>
        <source>idle sessions end after {ttl_s}</source>
        <translation>untätige Sitzungen enden nach {ttl_s}</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>importiert</translation>
    </message>
    <message>
        <source>in use</source>
        <translation>in Gebrauch</translation>
    </message>
    <message>
        <source>it is gone</source>
        <translation>sie ist weg</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>gerade eben</translation>
    </message>
    <message>
        <source>layers that nobody serves</source>
        <translation>Schichten, die niemand bereitstellt</translation>
    </message>
    <message>
        <source>layers {spans}</source>
        <translation>Schichten {spans}</translation>
    </message>
    <message>
        <source>layers {span} of {num_layers}</source>
        <translation>Schichten {span} von {num_layers}</translation>
    </message>
    <message>
        <source>leaving</source>
        <translation>geht</translation>
    </message>
    <message>
        <source>left by the program</source>
        <translation>vom Programm verlassen</translation>
    </message>
    <message>
        <source>licence not stated</source>
        <translation>Lizenz nicht angegeben</translation>
    </message>
    <message>
        <source>looking for others</source>
        <translation>sucht andere</translation>
    </message>
    <message>
        <source>made room</source>
        <translation>hat Platz gemacht</translation>
    </message>
    <message>
        <source>member</source>
        <translation>Mitglied</translation>
    </message>
    <message>
        <source>missing {span}</source>
        <translation>es fehlt {span}</translation>
    </message>
    <message>
        <source>more than text</source>
        <translation>mehr als Text</translation>
    </message>
    <message>
        <source>network blocked</source>
        <translation>Netz blockiert</translation>
    </message>
    <message>
        <source>no JSON</source>
        <translation>kein JSON</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>no layers</source>
        <translation>keine Schichten</translation>
    </message>
    <message>
        <source>no layers here</source>
        <translation>keine Schichten hier</translation>
    </message>
    <message>
        <source>no layers on this disk yet</source>
        <translation>noch keine Schichten auf diesem Datenträger</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>no peers</source>
        <translation>keine Peers</translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation>kein Grund genannt</translation>
    </message>
    <message>
        <source>no room for it</source>
        <translation>kein Platz dafür</translation>
    </message>
    <message>
        <source>no such model</source>
        <translation>kein solches Modell</translation>
    </message>
    <message>
        <source>no swarm</source>
        <translation>kein Schwarm</translation>
    </message>
    <message>
        <source>nobody else here</source>
        <translation>niemand sonst hier</translation>
    </message>
    <message>
        <source>nobody serves {gaps}</source>
        <translation>niemand stellt {gaps} bereit</translation>
    </message>
    <message>
        <source>nobody shares {gaps}</source>
        <translation>niemand teilt {gaps}</translation>
    </message>
    <message>
        <source>node {short_id}</source>
        <translation>Knoten {short_id}</translation>
    </message>
    <message>
        <source>none of {num_layers}</source>
        <translation>keine von {num_layers}</translation>
    </message>
    <message>
        <source>not encrypted</source>
        <translation>nicht verschlüsselt</translation>
    </message>
    <message>
        <source>not reached yet</source>
        <translation>noch nicht erreicht</translation>
    </message>
    <message>
        <source>not understood</source>
        <translation>nicht verstanden</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>auf diesem Computer</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
    <message>
        <source>processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>random</source>
        <translation>zufällig</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>liest</translation>
    </message>
    <message>
        <source>ready, {amount}</source>
        <translation>bereit, {amount}</translation>
    </message>
    <message>
        <source>relayed</source>
        <translation>weitergeleitet</translation>
    </message>
    <message>
        <source>remembered</source>
        <translation>gemerkt</translation>
    </message>
    <message numerus="yes">
        <source>remembers up to {num} tokens</source>
        <extracomment>remembers up to {num} token</extracomment>
        <translation>
            <numerusform>merkt sich bis zu {num} Token</numerusform>
            <numerusform>merkt sich bis zu {num} Tokens</numerusform>
        </translation>
    </message>
    <message>
        <source>remembers {context_tokens}</source>
        <translation>merkt sich {context_tokens}</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>ersetzt</translation>
    </message>
    <message>
        <source>route: {hops}</source>
        <translation>Route: {hops}</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>shard unloaded</source>
        <translation>Shard entladen</translation>
    </message>
    <message>
        <source>something went wrong; see the log</source>
        <translation>etwas ging schief; siehe Protokoll</translation>
    </message>
    <message>
        <source>the earlier answer is gone</source>
        <translation>die frühere Antwort ist nicht mehr da</translation>
    </message>
    <message>
        <source>the hub itself</source>
        <translation>der Hub selbst</translation>
    </message>
    <message>
        <source>the swarm could not answer</source>
        <translation>der Schwarm konnte nicht antworten</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>dieser Computer</translation>
    </message>
    <message>
        <source>this computer could not answer</source>
        <translation>dieser Computer konnte nicht antworten</translation>
    </message>
    <message>
        <source>this model keeps no session cache</source>
        <translation>dieses Modell hält keinen Sitzungscache</translation>
    </message>
    <message>
        <source>this peer</source>
        <translation>dieser Peer</translation>
    </message>
    <message>
        <source>this run only</source>
        <translation>nur in diesem Lauf</translation>
    </message>
    <message>
        <source>timed out</source>
        <translation>abgelaufen</translation>
    </message>
    <message>
        <source>too large</source>
        <translation>zu groß</translation>
    </message>
    <message>
        <source>too long for the model</source>
        <translation>zu lang für das Modell</translation>
    </message>
    <message>
        <source>too many at once</source>
        <translation>zu viele auf einmal</translation>
    </message>
    <message>
        <source>too many in line</source>
        <translation>zu viele warten schon</translation>
    </message>
    <message>
        <source>too slow</source>
        <translation>zu langsam</translation>
    </message>
    <message>
        <source>up to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>used {used}</source>
        <translation>verwendet: {used}</translation>
    </message>
    <message>
        <source>within the last hour</source>
        <translation>in der letzten Stunde</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>schreibt</translation>
    </message>
    <message>
        <source>wrong key</source>
        <translation>falscher Schlüssel</translation>
    </message>
    <message>
        <source>{agreement} alike</source>
        <translation>zu {agreement} gleich</translation>
    </message>
    <message>
        <source>{amount} are here and stay.</source>
        <translation>{amount} sind hier und bleiben.</translation>
    </message>
    <message>
        <source>{amount} are here.</source>
        <translation>{amount} sind hier.</translation>
    </message>
    <message>
        <source>{amount} are here; it goes on by itself.</source>
        <translation>{amount} sind hier; es geht von selbst weiter.</translation>
    </message>
    <message>
        <source>{amount} free</source>
        <translation>{amount} frei</translation>
    </message>
    <message>
        <source>{amount}/s</source>
        <translation>{amount}/s</translation>
    </message>
    <message>
        <source>{before} {text}</source>
        <translation>{before} {text}</translation>
    </message>
    <message>
        <source>{box}: 0 up to 15 means layers 0 to 14</source>
        <translation>{box}: 0 bis 15 heißt: Schichten 0 bis 14</translation>
    </message>
    <message>
        <source>{context_tokens} tokens × {kv_bytes_per_token}</source>
        <translation>{context_tokens} Tokens × {kv_bytes_per_token}</translation>
    </message>
    <message>
        <source>{count_in_words} parameters</source>
        <translation>{count_in_words} Parameter</translation>
    </message>
    <message>
        <source>{day} {start} to {end}: does not share</source>
        <translation>{day} {start} bis {end}: teilt nicht</translation>
    </message>
    <message>
        <source>{day} {start} to {end}: shares</source>
        <translation>{day} {start} bis {end}: teilt</translation>
    </message>
    <message>
        <source>{day} {time}</source>
        <translation>{day} {time}</translation>
    </message>
    <message>
        <source>{day}: {value}</source>
        <translation>{day}: {value}</translation>
    </message>
    <message>
        <source>{done_bytes} of {total_bytes}</source>
        <translation>{done_bytes} von {total_bytes}</translation>
    </message>
    <message>
        <source>{dtype} on {device}</source>
        <translation>{dtype} auf {device}</translation>
    </message>
    <message>
        <source>{eta_s} left</source>
        <translation>noch {eta_s}</translation>
    </message>
    <message>
        <source>{free} of the disk are free.</source>
        <translation>{free} des Datenträgers sind frei.</translation>
    </message>
    <message>
        <source>{held_bytes} of {weight_bytes}</source>
        <translation>{held_bytes} von {weight_bytes}</translation>
    </message>
    <message>
        <source>{held_bytes} on this disk</source>
        <translation>{held_bytes} auf diesem Datenträger</translation>
    </message>
    <message>
        <source>{held} of {num_layers}</source>
        <translation>{held} von {num_layers}</translation>
    </message>
    <message numerus="yes">
        <source>{held} of {num} layers here</source>
        <extracomment>{held} of {num} layer here</extracomment>
        <translation>
            <numerusform>{held} von {num} Schicht hier</numerusform>
            <numerusform>{held} von {num} Schichten hier</numerusform>
        </translation>
    </message>
    <message>
        <source>{items} and {last}</source>
        <translation>{items} und {last}</translation>
    </message>
    <message>
        <source>{latency_ms} ms away</source>
        <translation>{latency_ms} ms entfernt</translation>
    </message>
    <message>
        <source>{limit} of {total} here.</source>
        <translation>{limit} von {total} hier.</translation>
    </message>
    <message>
        <source>{minutes} min ago</source>
        <translation>vor {minutes} min</translation>
    </message>
    <message>
        <source>{model_name} layers {span}</source>
        <translation>{model_name} Schichten {span}</translation>
    </message>
    <message>
        <source>{model} can be used now.</source>
        <translation>{model} kann jetzt verwendet werden.</translation>
    </message>
    <message>
        <source>{model} is on this computer, ready to chat.</source>
        <translation>{model} ist auf diesem Computer, bereit zum Chatten.</translation>
    </message>
    <message>
        <source>{model}, layers {span}</source>
        <translation>{model}, Schichten {span}</translation>
    </message>
    <message>
        <source>{model}, layers {span} of {num}: {state}</source>
        <translation>{model}, Schichten {span} von {num}: {state}</translation>
    </message>
    <message>
        <source>{name} (relayed)</source>
        <translation>{name} (weitergeleitet)</translation>
    </message>
    <message>
        <source>{name} ({size})</source>
        <translation>{name} ({size})</translation>
    </message>
    <message>
        <source>{name} [{span}]: {seconds} s, {share}</source>
        <translation>{name} [{span}]: {seconds} s, {share}</translation>
    </message>
    <message>
        <source>{name} [{span}]: {seconds} s, {share}, then another took its place</source>
        <translation>{name} [{span}]: {seconds} s, {share}, dann nahm ein anderer seinen Platz ein</translation>
    </message>
    <message>
        <source>{name} cannot be read: {why}.</source>
        <translation>{name} kann nicht gelesen werden: {why}.</translation>
    </message>
    <message>
        <source>{name} cannot be used.</source>
        <translation>{name} kann nicht verwendet werden.</translation>
    </message>
    <message>
        <source>{name} failed and went on with layers {span}, {seconds} s</source>
        <translation>{name} fiel aus und machte mit Schichten {span} weiter, {seconds} s</translation>
    </message>
    <message>
        <source>{name} gets layers {span} ready</source>
        <translation>{name} bereitet Schichten {span} vor</translation>
    </message>
    <message>
        <source>{name} in {words}</source>
        <translation>{name} in {words}</translation>
    </message>
    <message>
        <source>{name} is damaged or no picture.</source>
        <translation>{name} ist beschädigt oder kein Bild.</translation>
    </message>
    <message>
        <source>{name} is empty.</source>
        <translation>{name} ist leer.</translation>
    </message>
    <message>
        <source>{name} is larger than {num} MB.</source>
        <translation>{name} ist größer als {num} MB.</translation>
    </message>
    <message>
        <source>{name} is leaving layers {span}</source>
        <translation>{name} gibt Schichten {span} ab</translation>
    </message>
    <message>
        <source>{name} is no file.</source>
        <translation>{name} ist keine Datei.</translation>
    </message>
    <message>
        <source>{name} is no picture that can be read here.</source>
        <translation>{name} ist kein Bild, das hier gelesen werden kann.</translation>
    </message>
    <message>
        <source>{name} is no text.</source>
        <translation>{name} ist kein Text.</translation>
    </message>
    <message>
        <source>{name} left, layers {span} moved to {others}, {seconds} s</source>
        <translation>{name} ging, Schichten {span} zogen zu {others} um, {seconds} s</translation>
    </message>
    <message>
        <source>{name} runs on this computer alone; nobody shares {gaps}.</source>
        <translation>{name} läuft allein auf diesem Computer; niemand teilt {gaps}.</translation>
    </message>
    <message>
        <source>{name} serves layers {span}</source>
        <translation>{name} stellt Schichten {span} bereit</translation>
    </message>
    <message>
        <source>{name} serves layers {span}; chats now use {used} of it</source>
        <translation>{name} stellt Schichten {span} bereit; Chats verwenden davon jetzt {used}</translation>
    </message>
    <message>
        <source>{name} serves {span}</source>
        <translation>{name} stellt {span} bereit</translation>
    </message>
    <message>
        <source>{name} · {size}</source>
        <translation>{name} · {size}</translation>
    </message>
    <message>
        <source>{name}: all {num_layers} layers are served.</source>
        <translation>{name}: Alle {num_layers} Schichten werden bereitgestellt.</translation>
    </message>
    <message>
        <source>{name}: nobody serves {gaps} to others.</source>
        <translation>{name}: Niemand stellt anderen {gaps} bereit.</translation>
    </message>
    <message>
        <source>{name}: nobody serves {missing}, so it cannot answer yet.</source>
        <translation>{name}: Niemand stellt {missing} bereit, darum kann es noch nicht antworten.</translation>
    </message>
    <message>
        <source>{name}: unit</source>
        <translation>{name}: Einheit</translation>
    </message>
    <message>
        <source>{num_bytes} are free again.</source>
        <translation>{num_bytes} sind wieder frei.</translation>
    </message>
    <message>
        <source>{num_layers} of {num_layers2}</source>
        <translation>{num_layers} von {num_layers2}</translation>
    </message>
    <message>
        <source>{num_others} here</source>
        <translation>{num_others} hier</translation>
    </message>
    <message>
        <source>{number} d</source>
        <translation>{number} d</translation>
    </message>
    <message>
        <source>{number} h</source>
        <translation>{number} h</translation>
    </message>
    <message>
        <source>{number} min</source>
        <translation>{number} min</translation>
    </message>
    <message>
        <source>{number} s</source>
        <translation>{number} s</translation>
    </message>
    <message>
        <source>{number} tokens/s</source>
        <translation>{number} Tokens/s</translation>
    </message>
    <message numerus="yes">
        <source>{num} characters</source>
        <extracomment>{num} character</extracomment>
        <translation>
            <numerusform>{num} Zeichen</numerusform>
            <numerusform>{num} Zeichen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} chats found</source>
        <extracomment>{num} chat found</extracomment>
        <translation>
            <numerusform>{num} Chat gefunden</numerusform>
            <numerusform>{num} Chats gefunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} chats were exported to {file}.</source>
        <extracomment>{num} chat was exported to {file}.</extracomment>
        <translation>
            <numerusform>{num} Chat wurde nach {file} exportiert.</numerusform>
            <numerusform>{num} Chats wurden nach {file} exportiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} chats were imported.</source>
        <extracomment>{num} chat was imported.</extracomment>
        <translation>
            <numerusform>{num} Chat wurde importiert.</numerusform>
            <numerusform>{num} Chats wurden importiert.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} computers</source>
        <extracomment>{num} computer</extracomment>
        <translation>
            <numerusform>{num} Computer</numerusform>
            <numerusform>{num} Computern</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} days ago</source>
        <extracomment>{num} day ago</extracomment>
        <translation>
            <numerusform>vor {num} Tag</numerusform>
            <numerusform>vor {num} Tagen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} earlier notes.</source>
        <extracomment>{num} earlier note.</extracomment>
        <translation>
            <numerusform>{num} früherer Hinweis.</numerusform>
            <numerusform>{num} frühere Hinweise.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} files or folders that no model needs take {size}.</source>
        <extracomment>{num} file or folder that no model needs takes {size}.</extracomment>
        <translation>
            <numerusform>{num} Datei oder Ordner, die kein Modell braucht, belegt {size}.</numerusform>
            <numerusform>{num} Dateien oder Ordner, die kein Modell braucht, belegen {size}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} hops</source>
        <extracomment>{num} hop</extracomment>
        <translation>
            <numerusform>{num} Station</numerusform>
            <numerusform>{num} Stationen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} hours ago</source>
        <extracomment>{num} hour ago</extracomment>
        <translation>
            <numerusform>vor {num} Stunde</numerusform>
            <numerusform>vor {num} Stunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} layers</source>
        <extracomment>{num} layer</extracomment>
        <translation>
            <numerusform>{num} Schicht</numerusform>
            <numerusform>{num} Schichten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} lines</source>
        <extracomment>{num} line</extracomment>
        <translation>
            <numerusform>{num} Zeile</numerusform>
            <numerusform>{num} Zeilen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} models</source>
        <extracomment>{num} model</extracomment>
        <translation>
            <numerusform>{num} Modell</numerusform>
            <numerusform>{num} Modelle</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} more computers</source>
        <extracomment>{num} more computer</extracomment>
        <translation>
            <numerusform>{num} weiterer Computer</numerusform>
            <numerusform>{num} weitere Computer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} of them are in use.</source>
        <extracomment>{num} of them is in use.</extracomment>
        <translation>
            <numerusform>{num} davon ist in Gebrauch.</numerusform>
            <numerusform>{num} davon sind in Gebrauch.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} of {total} prompt tokens were still held</source>
        <extracomment>{num} of {total} prompt tokens was still held</extracomment>
        <translation>
            <numerusform>{num} von {total} Tokens der Frage war noch da</numerusform>
            <numerusform>{num} von {total} Tokens der Frage waren noch da</numerusform>
        </translation>
    </message>
    <message>
        <source>{num} of {window} tokens</source>
        <translation>{num} von {window} Tokens</translation>
    </message>
    <message>
        <source>{num} other chats are being answered</source>
        <translation>{num} andere Chats werden beantwortet</translation>
    </message>
    <message numerus="yes">
        <source>{num} other computers</source>
        <extracomment>{num} other computer</extracomment>
        <translation>
            <numerusform>{num} anderer Computer</numerusform>
            <numerusform>{num} andere Computer</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} other computers are here.</source>
        <extracomment>{num} other computer is here.</extracomment>
        <translation>
            <numerusform>{num} anderer Computer ist hier.</numerusform>
            <numerusform>{num} andere Computer sind hier.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} others</source>
        <extracomment>{num} other</extracomment>
        <translation>
            <numerusform>{num} anderer</numerusform>
            <numerusform>{num} andere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} peers</source>
        <extracomment>{num} peer</extracomment>
        <translation>
            <numerusform>{num} Peer</numerusform>
            <numerusform>{num} Peers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} requests run</source>
        <extracomment>{num} request runs</extracomment>
        <translation>
            <numerusform>{num} Anfrage läuft</numerusform>
            <numerusform>{num} Anfragen laufen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} sessions</source>
        <extracomment>{num} session</extracomment>
        <translation>
            <numerusform>{num} Sitzung</numerusform>
            <numerusform>{num} Sitzungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} sessions have been idle for longer and would end ({size}).</source>
        <extracomment>{num} session has been idle for longer and would end ({size}).</extracomment>
        <translation>
            <numerusform>{num} Sitzung ist länger untätig und würde enden ({size}).</numerusform>
            <numerusform>{num} Sitzungen sind länger untätig und würden enden ({size}).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} shards would stop.</source>
        <extracomment>{num} shard would stop.</extracomment>
        <translation>
            <numerusform>{num} Shard würde angehalten.</numerusform>
            <numerusform>{num} Shards würden angehalten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} times</source>
        <extracomment>{num} time</extracomment>
        <translation>
            <numerusform>{num} Mal</numerusform>
            <numerusform>{num} Mal</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} tokens</source>
        <extracomment>{num} token</extracomment>
        <translation>
            <numerusform>{num} Token</numerusform>
            <numerusform>{num} Tokens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{num} wait</source>
        <extracomment>{num} waits</extracomment>
        <translation>
            <numerusform>{num} wartet</numerusform>
            <numerusform>{num} warten</numerusform>
        </translation>
    </message>
    <message>
        <source>{online} of {peers} online</source>
        <translation>{online} von {peers} online</translation>
    </message>
    <message>
        <source>{others} in another precision</source>
        <translation>{others} in anderer Genauigkeit</translation>
    </message>
    <message>
        <source>{place} of {num}</source>
        <translation>{place} von {num}</translation>
    </message>
    <message>
        <source>{ready} at {address}</source>
        <translation>{ready} unter {address}</translation>
    </message>
    <message>
        <source>{seconds} ago</source>
        <translation>vor {seconds}</translation>
    </message>
    <message>
        <source>{seconds} s</source>
        <translation>{seconds} s</translation>
    </message>
    <message>
        <source>{session_id} was dropped.</source>
        <translation>{session_id} wurde verworfen.</translation>
    </message>
    <message>
        <source>{sessions} of {max_sessions}</source>
        <translation>{sessions} von {max_sessions}</translation>
    </message>
    <message>
        <source>{shard_bytes}, at worst {worst_case_bytes}</source>
        <translation>{shard_bytes}, schlimmstenfalls {worst_case_bytes}</translation>
    </message>
    <message>
        <source>{spans} of {num_layers}</source>
        <translation>{spans} von {num_layers}</translation>
    </message>
    <message>
        <source>{span} not shared</source>
        <translation>{span} nicht geteilt</translation>
    </message>
    <message>
        <source>{span} of {model}</source>
        <translation>{span} von {model}</translation>
    </message>
    <message>
        <source>{span} on {copies}</source>
        <translation>{span} auf {copies}</translation>
    </message>
    <message>
        <source>{speed} tokens/s</source>
        <translation>{speed} Tokens/s</translation>
    </message>
    <message>
        <source>{text}, limited to {size}</source>
        <translation>{text}, begrenzt auf {size}</translation>
    </message>
    <message>
        <source>{text}.</source>
        <translation>{text}.</translation>
    </message>
    <message>
        <source>{time}: {value}</source>
        <translation>{time}: {value}</translation>
    </message>
    <message>
        <source>{used_bytes} of {limit_bytes}</source>
        <translation>{used_bytes} von {limit_bytes}</translation>
    </message>
    <message>
        <source>{value} tokens/s</source>
        <translation>{value} Tokens/s</translation>
    </message>
    <message>
        <source>{wanted} on the way</source>
        <translation>{wanted} unterwegs</translation>
    </message>
    <message>
        <source>{words} weights</source>
        <translation>{words}-Gewichte</translation>
    </message>
    <message>
        <source>{words} · you</source>
        <translation>{words} · Sie</translation>
    </message>
    <message>
        <source>{words}, about {shard_bytes} of memory</source>
        <translation>{words}, etwa {shard_bytes} Speicher</translation>
    </message>
    <message>
        <source>“{title}” was deleted.</source>
        <translation>„{title}“ wurde gelöscht.</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>A firewall on this computer keeps Meshnet from the addresses in the invite.</source>
        <translation>Eine Firewall auf diesem Computer hält Meshnet von den Adressen in der Einladung fern.</translation>
    </message>
    <message>
        <source>A firewall on this computer stops Meshnet.</source>
        <translation>Eine Firewall auf diesem Computer hält Meshnet auf.</translation>
    </message>
    <message>
        <source>A key is 16 to 256 letters, digits and signs without spaces. Where no file is, one is made.</source>
        <translation>Ein Schlüssel besteht aus 16 bis 256 Buchstaben, Ziffern und Zeichen ohne Leerzeichen. Wo keine Datei ist, wird eine angelegt.</translation>
    </message>
    <message>
        <source>A local node could not be started ({strerror}).</source>
        <translation>Ein lokaler Knoten konnte nicht gestartet werden ({strerror}).</translation>
    </message>
    <message>
        <source>A local node did not start.</source>
        <translation>Ein lokaler Knoten ist nicht gestartet.</translation>
    </message>
    <message>
        <source>A message cannot have more than {max_attachments} attachments.</source>
        <translation>Eine Nachricht kann höchstens {max_attachments} Anhänge haben.</translation>
    </message>
    <message>
        <source>A message is too large for the swarm's network.</source>
        <translation>Eine Nachricht ist zu groß für das Netz des Schwarms.</translation>
    </message>
    <message>
        <source>A pause for a time lasts a week at most.</source>
        <translation>Eine befristete Pause dauert höchstens eine Woche.</translation>
    </message>
    <message>
        <source>A proxy or a firewall may look into encrypted connections; set SSL_CERT_FILE to its certificate.</source>
        <translation>Ein Proxy oder eine Firewall sieht vielleicht in verschlüsselte Verbindungen hinein; setzen Sie SSL_CERT_FILE auf deren Zertifikat.</translation>
    </message>
    <message>
        <source>A shorter conversation may fit, or this one later.</source>
        <translation>Eine kürzere Unterhaltung passt vielleicht, oder diese später.</translation>
    </message>
    <message>
        <source>A swarm's name has 1 to {max_name_chars} visible characters.</source>
        <translation>Der Name eines Schwarms hat 1 bis {max_name_chars} sichtbare Zeichen.</translation>
    </message>
    <message>
        <source>A token is not sent to a mirror without encryption.</source>
        <translation>Ein Token wird nicht ohne Verschlüsselung an einen Spiegel gesendet.</translation>
    </message>
    <message>
        <source>A web page came instead of the model's data; this network may want you to sign in first.</source>
        <translation>Statt der Daten des Modells kam eine Webseite; vielleicht verlangt dieses Netz zuerst eine Anmeldung.</translation>
    </message>
    <message>
        <source>Accept the terms on the model's page there, and see that your token may read gated models.</source>
        <translation>Nehmen Sie die Bedingungen auf der dortigen Seite des Modells an, und sorgen Sie dafür, dass Ihr Token Modelle mit Bedingungen lesen darf.</translation>
    </message>
    <message>
        <source>Accept them on the model's page there.</source>
        <translation>Nehmen Sie sie auf der dortigen Seite des Modells an.</translation>
    </message>
    <message>
        <source>Add a peer that serves them, or share this computer.</source>
        <translation>Fügen Sie einen Peer hinzu, der sie bereitstellt, oder teilen Sie diesen Computer.</translation>
    </message>
    <message>
        <source>Add the model again.</source>
        <translation>Fügen Sie das Modell neu hinzu.</translation>
    </message>
    <message>
        <source>Address of the API</source>
        <translation>Adresse der API</translation>
    </message>
    <message>
        <source>Addresses of known peers, like http://host:port.</source>
        <translation>Adressen bekannter Peers, etwa http://host:port.</translation>
    </message>
    <message>
        <source>All layers take {disk} of disk and {memory} of memory here.</source>
        <translation>Alle Schichten belegen hier {disk} auf dem Datenträger und {memory} im Speicher.</translation>
    </message>
    <message>
        <source>All of it would fit here {in_words}.</source>
        <translation>Alles davon würde hier {in_words} passen.</translation>
    </message>
    <message>
        <source>All settings are back at their defaults.</source>
        <translation>Alle Einstellungen sind wieder auf ihren Standardwerten.</translation>
    </message>
    <message>
        <source>Allow it in Windows Security, Firewall &amp; network protection, Allow an app through firewall.</source>
        <translation>Erlauben Sie es in Windows-Sicherheit, Firewall &amp; Netzwerkschutz, Zugriff von App durch Firewall zulassen.</translation>
    </message>
    <message>
        <source>Allow it in the firewall's settings.</source>
        <translation>Erlauben Sie es in den Einstellungen der Firewall.</translation>
    </message>
    <message>
        <source>Allow that in the settings, or take 127.0.0.1 as its address.</source>
        <translation>Erlauben Sie das in den Einstellungen, oder nehmen Sie 127.0.0.1 als ihre Adresse.</translation>
    </message>
    <message>
        <source>Allow the hub.</source>
        <translation>Erlauben Sie den Hub.</translation>
    </message>
    <message>
        <source>An invite is one line that begins with meshnet:</source>
        <translation>Eine Einladung ist eine Zeile, die mit meshnet: beginnt</translation>
    </message>
    <message>
        <source>Another model is already named {name}.</source>
        <translation>Ein anderes Modell heißt schon {name}.</translation>
    </message>
    <message>
        <source>Another program has held {name} for too long.</source>
        <translation>Ein anderes Programm hält {name} schon zu lange.</translation>
    </message>
    <message>
        <source>Another program is changing the list of swarms.</source>
        <translation>Ein anderes Programm ändert gerade die Liste der Schwärme.</translation>
    </message>
    <message>
        <source>Another program uses the file {name}.</source>
        <translation>Ein anderes Programm verwendet die Datei {name}.</translation>
    </message>
    <message>
        <source>Any time will do.</source>
        <translation>Jede Zeit ist recht.</translation>
    </message>
    <message>
        <source>Ask again.</source>
        <translation>Fragen Sie noch einmal.</translation>
    </message>
    <message>
        <source>Ask for a simpler one.</source>
        <translation>Verlangen Sie eine einfachere.</translation>
    </message>
    <message>
        <source>Ask for it again, and copy all of it.</source>
        <translation>Bitten Sie noch einmal darum, und kopieren Sie alles davon.</translation>
    </message>
    <message>
        <source>Ask once a day whether a newer version is there; nothing about you is sent, and nothing is installed.</source>
        <translation>Einmal am Tag fragen, ob es eine neuere Version gibt; dabei wird nichts über Sie gesendet und nichts installiert.</translation>
    </message>
    <message>
        <source>Asked twice, they answer otherwise: {wrong}.</source>
        <translation>Zweimal gefragt, antworten sie verschieden: {wrong}.</translation>
    </message>
    <message>
        <source>At {api_host} other computers could use the API, unencrypted.</source>
        <translation>Unter {api_host} könnten andere Computer die API benutzen, unverschlüsselt.</translation>
    </message>
    <message>
        <source>At {host} whoever gets there could use this node, unencrypted.</source>
        <translation>Unter {host} könnte jeder, der dorthin gelangt, diesen Knoten unverschlüsselt verwenden.</translation>
    </message>
    <message>
        <source>Cancel that first.</source>
        <translation>Brechen Sie das zuerst ab.</translation>
    </message>
    <message>
        <source>Cannot listen on {host}:{port}: {strerror}.</source>
        <translation>Auf {host}:{port} kann nicht gelauscht werden: {strerror}.</translation>
    </message>
    <message>
        <source>Chat in that precision: --precision {served_in}, or choose it in the Node tab.</source>
        <translation>Chatten Sie in dieser Genauigkeit: --precision {served_in}, oder wählen Sie sie im Reiter Knoten.</translation>
    </message>
    <message>
        <source>Chat {number} of this file cannot be used: {exc}.</source>
        <translation>Chat {number} dieser Datei kann nicht verwendet werden: {exc}.</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Check --config and MESHNET_CONFIG.</source>
        <translation>Prüfen Sie --config und MESHNET_CONFIG.</translation>
    </message>
    <message>
        <source>Check its access rights.</source>
        <translation>Prüfen Sie die Zugriffsrechte.</translation>
    </message>
    <message>
        <source>Check its name; where it was removed there, add the model again.</source>
        <translation>Prüfen Sie den Namen; wurde es dort entfernt, fügen Sie das Modell neu hinzu.</translation>
    </message>
    <message>
        <source>Check that it exists and may be opened.</source>
        <translation>Prüfen Sie, ob es existiert und geöffnet werden darf.</translation>
    </message>
    <message>
        <source>Check that {root} can be written to.</source>
        <translation>Prüfen Sie, ob in {root} geschrieben werden kann.</translation>
    </message>
    <message>
        <source>Check the access rights of your home folder.</source>
        <translation>Prüfen Sie die Zugriffsrechte Ihres persönlichen Ordners.</translation>
    </message>
    <message>
        <source>Check the folder {folder}.</source>
        <translation>Prüfen Sie den Ordner {folder}.</translation>
    </message>
    <message>
        <source>Check the folder {parent}.</source>
        <translation>Prüfen Sie den Ordner {parent}.</translation>
    </message>
    <message>
        <source>Check the mirror's address in the settings.</source>
        <translation>Prüfen Sie die Adresse des Spiegels in den Einstellungen.</translation>
    </message>
    <message>
        <source>Check the name.</source>
        <translation>Prüfen Sie den Namen.</translation>
    </message>
    <message>
        <source>Check the name; for a private model, sign in to the hub first.</source>
        <translation>Prüfen Sie den Namen; für ein privates Modell melden Sie sich zuerst am Hub an.</translation>
    </message>
    <message>
        <source>Check the network and the proxy settings, then try again.</source>
        <translation>Prüfen Sie das Netz und die Proxy-Einstellungen, und versuchen Sie es dann erneut.</translation>
    </message>
    <message>
        <source>Check the network.</source>
        <translation>Prüfen Sie das Netz.</translation>
    </message>
    <message>
        <source>Check the path.</source>
        <translation>Prüfen Sie den Pfad.</translation>
    </message>
    <message>
        <source>Check the peers.</source>
        <translation>Prüfen Sie die Peers.</translation>
    </message>
    <message>
        <source>Check the proxy settings.</source>
        <translation>Prüfen Sie die Proxy-Einstellungen.</translation>
    </message>
    <message>
        <source>Check {filename}.</source>
        <translation>Prüfen Sie {filename}.</translation>
    </message>
    <message>
        <source>Choose a .gguf file, or the folder that the file is in.</source>
        <translation>Wählen Sie eine .gguf-Datei oder den Ordner, in dem die Datei liegt.</translation>
    </message>
    <message>
        <source>Choose a JSON file that was exported here.</source>
        <translation>Wählen Sie eine JSON-Datei, die hier exportiert wurde.</translation>
    </message>
    <message>
        <source>Choose a file in Q4_K_M, Q8_0 or F16.</source>
        <translation>Wählen Sie eine Datei in Q4_K_M, Q8_0 oder F16.</translation>
    </message>
    <message>
        <source>Choose a file that ends in .gguf and is one.</source>
        <translation>Wählen Sie eine Datei, die auf .gguf endet und eine ist.</translation>
    </message>
    <message>
        <source>Choose a folder with a complete model.</source>
        <translation>Wählen Sie einen Ordner mit einem vollständigen Modell.</translation>
    </message>
    <message>
        <source>Choose a model of a type that is built in.</source>
        <translation>Wählen Sie ein Modell einer eingebauten Art.</translation>
    </message>
    <message>
        <source>Choose a repository with safetensors files.</source>
        <translation>Wählen Sie ein Repository mit safetensors-Dateien.</translation>
    </message>
    <message>
        <source>Choose a smaller model, or close other programs.</source>
        <translation>Wählen Sie ein kleineres Modell, oder schließen Sie andere Programme.</translation>
    </message>
    <message>
        <source>Choose among the likeliest tokens of this total probability.</source>
        <translation>Unter den wahrscheinlichsten Tokens dieser Gesamtwahrscheinlichkeit wählen.</translation>
    </message>
    <message>
        <source>Choose among this many likeliest tokens; 0 means no limit.</source>
        <translation>Unter so vielen der wahrscheinlichsten Tokens wählen; 0 heißt unbegrenzt.</translation>
    </message>
    <message>
        <source>Choose another model, or stop sharing, first.</source>
        <translation>Wählen Sie zuerst ein anderes Modell, oder beenden Sie das Teilen.</translation>
    </message>
    <message>
        <source>Choose another model, or try it with --uncertified.</source>
        <translation>Wählen Sie ein anderes Modell, oder versuchen Sie es mit --uncertified.</translation>
    </message>
    <message>
        <source>Choose another model.</source>
        <translation>Wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>Choose another one.</source>
        <translation>Wählen Sie etwas anderes.</translation>
    </message>
    <message>
        <source>Choose another port for the swarm.</source>
        <translation>Wählen Sie einen anderen Port für den Schwarm.</translation>
    </message>
    <message>
        <source>Choose another port, or 0 for any free one.</source>
        <translation>Wählen Sie einen anderen Port oder 0 für irgendeinen freien.</translation>
    </message>
    <message>
        <source>Choose another port.</source>
        <translation>Wählen Sie einen anderen Port.</translation>
    </message>
    <message>
        <source>Choose another repository.</source>
        <translation>Wählen Sie ein anderes Repository.</translation>
    </message>
    <message>
        <source>Choose another revision.</source>
        <translation>Wählen Sie eine andere Revision.</translation>
    </message>
    <message>
        <source>Choose another route than alone, a coarser precision, or a smaller model.</source>
        <translation>Wählen Sie eine andere Route als allein, eine gröbere Genauigkeit oder ein kleineres Modell.</translation>
    </message>
    <message>
        <source>Choose one of the two.</source>
        <translation>Wählen Sie eines von beiden.</translation>
    </message>
    <message>
        <source>Choose others, or stop sharing.</source>
        <translation>Wählen Sie andere, oder beenden Sie das Teilen.</translation>
    </message>
    <message>
        <source>Choose paused, which lasts until you end it.</source>
        <translation>Wählen Sie die Pause, die dauert, bis Sie sie beenden.</translation>
    </message>
    <message>
        <source>Choose the repository of the whole model.</source>
        <translation>Wählen Sie das Repository des ganzen Modells.</translation>
    </message>
    <message>
        <source>Close it and try again.</source>
        <translation>Schließen Sie es, und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Computed in</source>
        <translation>Rechnet in</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>Convert the model with a current version of llama.cpp.</source>
        <translation>Wandeln Sie das Modell mit einer aktuellen Version von llama.cpp um.</translation>
    </message>
    <message>
        <source>Create one, or join by an invite.</source>
        <translation>Gründen Sie einen, oder treten Sie mit einer Einladung bei.</translation>
    </message>
    <message>
        <source>Create or join a swarm, so that only its members can; or allow plain http.</source>
        <translation>Gründen Sie einen Schwarm, oder treten Sie einem bei, damit nur seine Mitglieder es können; oder erlauben Sie einfaches HTTP.</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Did you mean {near}?</source>
        <translation>Meinten Sie {near}?</translation>
    </message>
    <message>
        <source>Disk for models</source>
        <translation>Datenträger für Modelle</translation>
    </message>
    <message>
        <source>Do not trust this folder.</source>
        <translation>Vertrauen Sie diesem Ordner nicht.</translation>
    </message>
    <message>
        <source>Do not trust where it came from.</source>
        <translation>Vertrauen Sie seiner Herkunft nicht.</translation>
    </message>
    <message>
        <source>Drop idle session caches after</source>
        <translation>Untätige Sitzungscaches verwerfen nach</translation>
    </message>
    <message>
        <source>End it and try again.</source>
        <translation>Beenden Sie es, und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>End one of them first.</source>
        <translation>Beenden Sie zuerst eines davon.</translation>
    </message>
    <message>
        <source>Fetch it from the hub, or ask whoever serves it.</source>
        <translation>Holen Sie es vom Hub, oder fragen Sie, wer es bereitstellt.</translation>
    </message>
    <message>
        <source>Fetch it from the hub.</source>
        <translation>Holen Sie es vom Hub.</translation>
    </message>
    <message>
        <source>Find members who serve them, or bring the model here.</source>
        <translation>Finden Sie Mitglieder, die sie bereitstellen, oder holen Sie das Modell hierher.</translation>
    </message>
    <message>
        <source>Finding out whether your rules allow sharing now.</source>
        <translation>Es wird ermittelt, ob Ihre Regeln das Teilen jetzt erlauben.</translation>
    </message>
    <message>
        <source>Finish sessions before a pause</source>
        <translation>Sitzungen vor einer Pause beenden lassen</translation>
    </message>
    <message>
        <source>Fits on this computer: splitting will be slower.</source>
        <translation>Passt auf diesen Computer: Aufteilen wird langsamer sein.</translation>
    </message>
    <message>
        <source>Free some space and try again.</source>
        <translation>Schaffen Sie Platz, und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Free some space, or keep the models on another disk.</source>
        <translation>Schaffen Sie Platz, oder bewahren Sie die Modelle auf einem anderen Datenträger auf.</translation>
    </message>
    <message>
        <source>Free some space, or use fp32.</source>
        <translation>Schaffen Sie Platz, oder verwenden Sie fp32.</translation>
    </message>
    <message>
        <source>Free some space, take less, or keep the models on another disk.</source>
        <translation>Schaffen Sie Platz, nehmen Sie weniger, oder bewahren Sie die Modelle auf einem anderen Datenträger auf.</translation>
    </message>
    <message>
        <source>Free some space; what has come is kept, and the fetch goes on from there.</source>
        <translation>Schaffen Sie Platz; was gekommen ist, bleibt, und das Holen geht von dort weiter.</translation>
    </message>
    <message>
        <source>From elsewhere it is reached directly once the router ({outside}) forwards TCP port {port} and {swarm_port} to it; until then through a relay. Where that does not help, the provider shares one address among several customers.</source>
        <translation>Von anderswo wird er direkt erreicht, sobald der Router ({outside}) die TCP-Ports {port} und {swarm_port} an ihn weiterleitet; bis dahin über ein Relais. Wo das nicht hilft, teilt der Anbieter eine Adresse unter mehreren Kunden auf.</translation>
    </message>
    <message>
        <source>From elsewhere it is reached directly once the router ({outside}) forwards TCP port {port} to it; until then through a relay. Where that does not help, the provider shares one address among several customers.</source>
        <translation>Von anderswo wird er direkt erreicht, sobald der Router ({outside}) TCP-Port {port} an ihn weiterleitet; bis dahin über ein Relais. Wo das nicht hilft, teilt der Anbieter eine Adresse unter mehreren Kunden auf.</translation>
    </message>
    <message>
        <source>From elsewhere it is reached directly once the router forwards TCP port {port} and {swarm_port} to it; until then through a relay. Where that does not help, the provider shares one address among several customers.</source>
        <translation>Von anderswo wird er direkt erreicht, sobald der Router die TCP-Ports {port} und {swarm_port} an ihn weiterleitet; bis dahin über ein Relais. Wo das nicht hilft, teilt der Anbieter eine Adresse unter mehreren Kunden auf.</translation>
    </message>
    <message>
        <source>From elsewhere it is reached directly once the router forwards TCP port {port} to it; until then through a relay. Where that does not help, the provider shares one address among several customers.</source>
        <translation>Von anderswo wird er direkt erreicht, sobald der Router TCP-Port {port} an ihn weiterleitet; bis dahin über ein Relais. Wo das nicht hilft, teilt der Anbieter eine Adresse unter mehreren Kunden auf.</translation>
    </message>
    <message>
        <source>Further names under which programs may call this computer; its own names and addresses need not be named.</source>
        <translation>Weitere Namen, unter denen Programme diesen Computer ansprechen dürfen; seine eigenen Namen und Adressen müssen nicht genannt werden.</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU-Speicher</translation>
    </message>
    <message>
        <source>Get it again.</source>
        <translation>Holen Sie es neu.</translation>
    </message>
    <message>
        <source>Get one of them from its page at the hub, and import that file.</source>
        <translation>Holen Sie eine davon von ihrer Seite auf dem Hub, und importieren Sie diese Datei.</translation>
    </message>
    <message>
        <source>Get or copy the file again.</source>
        <translation>Holen oder kopieren Sie die Datei neu.</translation>
    </message>
    <message>
        <source>Get or import the model again.</source>
        <translation>Holen oder importieren Sie das Modell neu.</translation>
    </message>
    <message>
        <source>Get the file again.</source>
        <translation>Holen Sie die Datei neu.</translation>
    </message>
    <message>
        <source>Get the folder again.</source>
        <translation>Holen Sie den Ordner neu.</translation>
    </message>
    <message>
        <source>Get the model again.</source>
        <translation>Holen Sie das Modell neu.</translation>
    </message>
    <message>
        <source>Get the model from the hub.</source>
        <translation>Holen Sie das Modell vom Hub.</translation>
    </message>
    <message>
        <source>Get them again.</source>
        <translation>Holen Sie sie neu.</translation>
    </message>
    <message>
        <source>Get them, or choose others.</source>
        <translation>Holen Sie sie, oder wählen Sie andere.</translation>
    </message>
    <message>
        <source>Get these layers again.</source>
        <translation>Holen Sie diese Schichten neu.</translation>
    </message>
    <message>
        <source>Give a branch, a tag or a commit.</source>
        <translation>Geben Sie einen Branch, einen Tag oder einen Commit an.</translation>
    </message>
    <message>
        <source>Give one whose address begins with http:// or https://.</source>
        <translation>Geben Sie einen an, dessen Adresse mit http:// oder https:// beginnt.</translation>
    </message>
    <message>
        <source>Hand layers to members</source>
        <translation>Schichten an Mitglieder weitergeben</translation>
    </message>
    <message>
        <source>Hand the layers on this disk to other members while this computer shares.</source>
        <translation>Die Schichten auf diesem Datenträger an andere Mitglieder weitergeben, während dieser Computer teilt.</translation>
    </message>
    <message>
        <source>Here are: {here}.</source>
        <translation>Hier sind: {here}.</translation>
    </message>
    <message>
        <source>How exact session caches are: as computed, or in 8 bit.</source>
        <translation>Wie genau Sitzungscaches sind: wie berechnet oder in 8 Bit.</translation>
    </message>
    <message>
        <source>How exact the model's weights are: as stored, or in 16, 8 or 4 bit.</source>
        <translation>Wie genau die Gewichte des Modells sind: wie gespeichert oder in 16, 8 oder 4 Bit.</translation>
    </message>
    <message>
        <source>How fast members are handed the layers on this disk at most; 0 means no limit.</source>
        <translation>So schnell werden die Schichten auf diesem Datenträger höchstens an Mitglieder weitergegeben; 0 heißt unbegrenzt.</translation>
    </message>
    <message>
        <source>How freely the next token is chosen; 0 takes the likeliest.</source>
        <translation>Wie frei das nächste Token gewählt wird; 0 nimmt das wahrscheinlichste.</translation>
    </message>
    <message>
        <source>How large everything is drawn.</source>
        <translation>Wie groß alles dargestellt wird.</translation>
    </message>
    <message>
        <source>How long a pause keeps the layers in memory; 0 frees it at once.</source>
        <translation>Wie lange eine Pause die Schichten im Speicher behält; 0 gibt ihn sofort frei.</translation>
    </message>
    <message>
        <source>How many requests are answered at once; others wait in line.</source>
        <translation>Wie viele Anfragen gleichzeitig beantwortet werden; andere warten, bis sie an der Reihe sind.</translation>
    </message>
    <message>
        <source>How many session caches are kept at once.</source>
        <translation>Wie viele Sitzungscaches zugleich behalten werden.</translation>
    </message>
    <message>
        <source>How many shards are held at once.</source>
        <translation>Wie viele Shards zugleich gehalten werden.</translation>
    </message>
    <message>
        <source>How much tokens that came before are held back; 1 switches it off.</source>
        <translation>Wie stark Tokens zurückgehalten werden, die schon vorkamen; 1 schaltet es ab.</translation>
    </message>
    <message>
        <source>Import a folder with safetensors and tokenizer files.</source>
        <translation>Importieren Sie einen Ordner mit safetensors- und Tokenizer-Dateien.</translation>
    </message>
    <message>
        <source>Import a folder with safetensors files.</source>
        <translation>Importieren Sie einen Ordner mit safetensors-Dateien.</translation>
    </message>
    <message>
        <source>Import it again.</source>
        <translation>Importieren Sie es neu.</translation>
    </message>
    <message>
        <source>Import it there.</source>
        <translation>Importieren Sie es dort.</translation>
    </message>
    <message>
        <source>Import it whole.</source>
        <translation>Importieren Sie es ganz.</translation>
    </message>
    <message>
        <source>Import the folder again.</source>
        <translation>Importieren Sie den Ordner neu.</translation>
    </message>
    <message>
        <source>Import the model again.</source>
        <translation>Importieren Sie das Modell neu.</translation>
    </message>
    <message>
        <source>Import the model again. If that does not help, the other one may be wrong.</source>
        <translation>Importieren Sie das Modell neu. Hilft das nicht, rechnet vielleicht der andere falsch.</translation>
    </message>
    <message>
        <source>Import this one under another name.</source>
        <translation>Importieren Sie dieses unter einem anderen Namen.</translation>
    </message>
    <message>
        <source>In your swarm now: all layers.</source>
        <translation>Jetzt in Ihrem Schwarm: alle Schichten.</translation>
    </message>
    <message>
        <source>In your swarm now: layers {covered}; {missing} missing.</source>
        <translation>Jetzt in Ihrem Schwarm: Schichten {covered}; {missing} fehlen.</translation>
    </message>
    <message>
        <source>Install Meshnet again.</source>
        <translation>Installieren Sie Meshnet neu.</translation>
    </message>
    <message>
        <source>Is it still running?</source>
        <translation>Läuft es noch?</translation>
    </message>
    <message>
        <source>Is it switched on?</source>
        <translation>Ist er eingeschaltet?</translation>
    </message>
    <message>
        <source>Is the computer on?</source>
        <translation>Ist der Computer an?</translation>
    </message>
    <message>
        <source>Is there room for temporary files?</source>
        <translation>Ist Platz für temporäre Dateien?</translation>
    </message>
    <message>
        <source>Is this computer on a network?</source>
        <translation>Ist dieser Computer in einem Netz?</translation>
    </message>
    <message>
        <source>It asks for code of its own, which is never run.</source>
        <translation>Es verlangt eigenen Code, und der wird niemals ausgeführt.</translation>
    </message>
    <message>
        <source>It can be cut at: {possible}.</source>
        <translation>Es lässt sich hier zerlegen: {possible}.</translation>
    </message>
    <message>
        <source>It can only be removed as a whole.</source>
        <translation>Es kann nur als Ganzes entfernt werden.</translation>
    </message>
    <message>
        <source>It could not be compared with the hub: {text}</source>
        <translation>Es konnte nicht mit dem Hub verglichen werden: {text}</translation>
    </message>
    <message>
        <source>It could not be set aside either ({strerror}).</source>
        <translation>Es konnte auch nicht beiseitegelegt werden ({strerror}).</translation>
    </message>
    <message>
        <source>It does not matter what other programs do.</source>
        <translation>Was andere Programme tun, spielt keine Rolle.</translation>
    </message>
    <message>
        <source>It does not matter whether the network is paid by volume.</source>
        <translation>Ob das Netz nach Datenmenge bezahlt wird, spielt keine Rolle.</translation>
    </message>
    <message>
        <source>It does not matter whether this computer is plugged in.</source>
        <translation>Ob dieser Computer im Netzbetrieb läuft, spielt keine Rolle.</translation>
    </message>
    <message>
        <source>It does not matter whether you use this computer.</source>
        <translation>Ob Sie diesen Computer benutzen, spielt keine Rolle.</translation>
    </message>
    <message>
        <source>It has a line for each setting.</source>
        <translation>Sie hat eine Zeile für jede Einstellung.</translation>
    </message>
    <message>
        <source>It has {num_layers} layers: choose inside 0-{num_layers}.</source>
        <translation>Es hat {num_layers} Schichten: Wählen Sie innerhalb von 0-{num_layers}.</translation>
    </message>
    <message>
        <source>It is TOML: a line for each setting, like port = 51001 or model = "NAME".</source>
        <translation>Sie ist in TOML geschrieben: eine Zeile für jede Einstellung, wie port = 51001 oder model = "NAME".</translation>
    </message>
    <message>
        <source>It is set aside when Meshnet starts the next time.</source>
        <translation>Es wird beiseitegelegt, wenn Meshnet das nächste Mal startet.</translation>
    </message>
    <message>
        <source>It left the swarm.</source>
        <translation>Er hat den Schwarm verlassen.</translation>
    </message>
    <message>
        <source>It looks like 203.0.113.7:7447.</source>
        <translation>Sie sieht aus wie 203.0.113.7:7447.</translation>
    </message>
    <message>
        <source>It looks like http://192.168.1.20:51001.</source>
        <translation>Sie sieht aus wie http://192.168.1.20:51001.</translation>
    </message>
    <message>
        <source>It may be out of memory for sessions; see its session-cache panel.</source>
        <translation>Vielleicht fehlt ihm Speicher für Sitzungen; siehe seine Anzeige der Sitzungscaches.</translation>
    </message>
    <message>
        <source>It needs a tokenizer.json.</source>
        <translation>Es braucht eine tokenizer.json.</translation>
    </message>
    <message>
        <source>It was kept as {name}.</source>
        <translation>Es wurde als {name} behalten.</translation>
    </message>
    <message>
        <source>Join its swarm instead, or allow plain http (--plain-http).</source>
        <translation>Treten Sie stattdessen seinem Schwarm bei, oder erlauben Sie einfaches HTTP (--plain-http).</translation>
    </message>
    <message>
        <source>Join them first, with: llama-gguf-split --merge FIRST-PIECE WHOLE.gguf</source>
        <translation>Fügen Sie sie zuerst zusammen, mit: llama-gguf-split --merge FIRST-PIECE WHOLE.gguf</translation>
    </message>
    <message>
        <source>Keep awake</source>
        <translation>Wach halten</translation>
    </message>
    <message>
        <source>Keep layers in a pause</source>
        <translation>Schichten in einer Pause behalten</translation>
    </message>
    <message>
        <source>Keep this computer awake while it shares and is plugged in.</source>
        <translation>Diesen Computer wach halten, während er teilt und im Netzbetrieb läuft.</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Layers and session caches take {taken_text} of {most_text}.</source>
        <translation>Schichten und Sitzungscaches belegen {taken_text} von {most_text}.</translation>
    </message>
    <message>
        <source>Layers of {name} are being fetched.</source>
        <translation>Schichten von {name} werden gerade geholt.</translation>
    </message>
    <message>
        <source>Layers {fits} would fit.</source>
        <translation>Schichten {fits} würden passen.</translation>
    </message>
    <message>
        <source>Layers {my_span} take {disk} of disk and {memory} of memory here.</source>
        <translation>Schichten {my_span} belegen hier {disk} auf dem Datenträger und {memory} im Speicher.</translation>
    </message>
    <message>
        <source>Layers {span} are not all in this model.</source>
        <translation>Schichten {span} sind nicht alle in diesem Modell.</translation>
    </message>
    <message>
        <source>Layers {span} cannot be served in {words} on this computer: {reason}.</source>
        <translation>Schichten {span} können auf diesem Computer nicht in {words} bereitgestellt werden: {reason}.</translation>
    </message>
    <message>
        <source>Layers {span} of {name} are in use on this computer.</source>
        <translation>Schichten {span} von {name} werden auf diesem Computer verwendet.</translation>
    </message>
    <message>
        <source>Layers {span} of {name} are not all on this disk.</source>
        <translation>Schichten {span} von {name} sind nicht alle auf diesem Datenträger.</translation>
    </message>
    <message>
        <source>Layers {span} of {name} do not answer here: {reason}.</source>
        <translation>Schichten {span} von {name} antworten hier nicht: {reason}.</translation>
    </message>
    <message>
        <source>Layers {span} of {name} do not compute right on this computer.</source>
        <translation>Schichten {span} von {name} rechnen auf diesem Computer nicht richtig.</translation>
    </message>
    <message>
        <source>Layers {span} of {name} need {needed} of memory, and {free} are free.</source>
        <translation>Schichten {span} von {name} brauchen {needed} Speicher, und {free} sind frei.</translation>
    </message>
    <message>
        <source>Leave one first.</source>
        <translation>Verlassen Sie zuerst einen.</translation>
    </message>
    <message>
        <source>Leave the device at auto.</source>
        <translation>Lassen Sie das Gerät auf auto.</translation>
    </message>
    <message>
        <source>Leave the dtype at auto.</source>
        <translation>Lassen Sie den dtype auf auto.</translation>
    </message>
    <message>
        <source>Leave the precision of session caches at auto.</source>
        <translation>Lassen Sie die Genauigkeit der Sitzungscaches auf auto.</translation>
    </message>
    <message>
        <source>Let other computers use the API at such an address: whatever is asked and answered goes over the network unencrypted, and whoever learns the key can ask, too.</source>
        <translation>Andere Computer die API unter einer solchen Adresse benutzen lassen: Alle Fragen und Antworten gehen unverschlüsselt über das Netz, und wer den Schlüssel erfährt, kann ebenfalls fragen.</translation>
    </message>
    <message>
        <source>Let other programs ask this computer's models and the swarm, with the API key.</source>
        <translation>Andere Programme mit dem API-Schlüssel die Modelle dieses Computers und den Schwarm fragen lassen.</translation>
    </message>
    <message>
        <source>Let running sessions finish before a pause; else they move to others at once.</source>
        <translation>Laufende Sitzungen vor einer Pause zu Ende kommen lassen; sonst ziehen sie sofort auf andere um.</translation>
    </message>
    <message>
        <source>Let that end, or cancel it, first.</source>
        <translation>Lassen Sie das zuerst enden, oder brechen Sie es ab.</translation>
    </message>
    <message>
        <source>Let the hub be asked, too, or wait for a member who has it.</source>
        <translation>Lassen Sie zu, dass auch der Hub gefragt wird, oder warten Sie auf ein Mitglied, das es hat.</translation>
    </message>
    <message>
        <source>Light or dark.</source>
        <translation>Hell oder dunkel.</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Listening address</source>
        <translation>Adresse des Knotens</translation>
    </message>
    <message>
        <source>Load model types that were not certified, too.</source>
        <translation>Auch Modellarten laden, die nicht zertifiziert sind.</translation>
    </message>
    <message>
        <source>Loading layers {span} of {name}...</source>
        <translation>Schichten {span} von {name} werden geladen...</translation>
    </message>
    <message>
        <source>Loading {name} on this computer...</source>
        <translation>{name} wird auf diesem Computer geladen...</translation>
    </message>
    <message>
        <source>Loading {span} of {name} failed ({name2}).</source>
        <translation>{span} von {name} konnte nicht geladen werden ({name2}).</translation>
    </message>
    <message>
        <source>Local API</source>
        <translation>Lokale API</translation>
    </message>
    <message>
        <source>Longest answer</source>
        <translation>Längste Antwort</translation>
    </message>
    <message>
        <source>Look for new versions</source>
        <translation>Nach neuen Versionen sehen</translation>
    </message>
    <message>
        <source>Looking for {name}...</source>
        <translation>{name} wird gesucht...</translation>
    </message>
    <message>
        <source>Make a token with read access in your account at the hub; sign in with it under Models, or set HF_TOKEN to it.</source>
        <translation>Erstellen Sie in Ihrem Konto am Hub ein Token mit Leserecht; melden Sie sich damit unter Modelle an, oder setzen Sie HF_TOKEN darauf.</translation>
    </message>
    <message>
        <source>Members hand out a configuration that is none.</source>
        <translation>Mitglieder geben eine Konfiguration weiter, die keine ist.</translation>
    </message>
    <message>
        <source>Members handed out something else than {name}: {text}</source>
        <translation>Mitglieder haben etwas anderes als {name} weitergegeben: {text}</translation>
    </message>
    <message>
        <source>Members on this network reach this computer directly.</source>
        <translation>Mitglieder in diesem Netz erreichen diesen Computer direkt.</translation>
    </message>
    <message>
        <source>Memory for session caches</source>
        <translation>Speicher für Sitzungscaches</translation>
    </message>
    <message>
        <source>Memory while idle</source>
        <translation>Speicher bei Nichtbenutzung</translation>
    </message>
    <message>
        <source>Memory while in use</source>
        <translation>Speicher bei Benutzung</translation>
    </message>
    <message>
        <source>Meshnet ended before this answer was complete.</source>
        <translation>Meshnet wurde beendet, bevor diese Antwort vollständig war.</translation>
    </message>
    <message>
        <source>Meshnet is ending.</source>
        <translation>Meshnet wird gerade beendet.</translation>
    </message>
    <message>
        <source>Meshnet is still starting.</source>
        <translation>Meshnet startet noch.</translation>
    </message>
    <message>
        <source>Meshnet reads safetensors files only; choose a repository with the model in that format.</source>
        <translation>Meshnet liest nur safetensors-Dateien; wählen Sie ein Repository mit dem Modell in diesem Format.</translation>
    </message>
    <message>
        <source>Meshnet reads safetensors files only; get the model in that format.</source>
        <translation>Meshnet liest nur safetensors-Dateien; holen Sie das Modell in diesem Format.</translation>
    </message>
    <message>
        <source>Meshnet was started with folders of its own ({own}), which a start at sign-in would not use.</source>
        <translation>Meshnet wurde mit eigenen Ordnern gestartet ({own}), die ein Start beim Anmelden nicht verwenden würde.</translation>
    </message>
    <message>
        <source>Mirror of the hub</source>
        <translation>Spiegel des Hubs</translation>
    </message>
    <message>
        <source>Models of its type run as stored only, not {in_words}.</source>
        <translation>Modelle dieser Art laufen nur wie gespeichert, nicht {in_words}.</translation>
    </message>
    <message>
        <source>Models of the architecture {name} cannot be imported from GGUF yet.</source>
        <translation>Modelle der Architektur {name} können noch nicht aus GGUF importiert werden.</translation>
    </message>
    <message>
        <source>Models of type {model_type} are no language models.</source>
        <translation>Modelle der Art {model_type} sind keine Sprachmodelle.</translation>
    </message>
    <message>
        <source>Models of type {model_type} are not certified to run in parts ({why}).</source>
        <translation>Modelle der Art {model_type} sind nicht dafür zertifiziert, in Teilen zu laufen ({why}).</translation>
    </message>
    <message>
        <source>Models of type {model_type} are not certified to run in parts.</source>
        <translation>Modelle der Art {model_type} sind nicht dafür zertifiziert, in Teilen zu laufen.</translation>
    </message>
    <message>
        <source>Models of type {model_type} are not known here.</source>
        <translation>Modelle der Art {model_type} sind hier nicht bekannt.</translation>
    </message>
    <message>
        <source>Models of type {model_type} cannot be cut into layers here: {exc}</source>
        <translation>Modelle der Art {model_type} lassen sich hier nicht in Schichten zerlegen: {exc}</translation>
    </message>
    <message>
        <source>Models of type {model_type} cannot be run as layers {span} here: {exc}</source>
        <translation>Modelle der Art {model_type} können hier nicht als Schichten {span} laufen: {exc}</translation>
    </message>
    <message>
        <source>Models of type {model_type} cannot be run here.</source>
        <translation>Modelle der Art {model_type} können hier nicht laufen.</translation>
    </message>
    <message>
        <source>Models of type {model_type} keep lists of {lengths} modules where {expected} layers are counted.</source>
        <translation>Modelle der Art {model_type} führen Listen von {lengths} Modulen, wo {expected} Schichten gezählt sind.</translation>
    </message>
    <message>
        <source>Models of type {model_type} keep the parts of one layer in different lists: they cannot be cut.</source>
        <translation>Modelle der Art {model_type} führen die Teile einer Schicht in verschiedenen Listen: Sie lassen sich nicht zerlegen.</translation>
    </message>
    <message>
        <source>More of {name} is being fetched.</source>
        <translation>Weiteres von {name} wird gerade geholt.</translation>
    </message>
    <message>
        <source>Name layers that it has.</source>
        <translation>Nennen Sie Schichten, die es hat.</translation>
    </message>
    <message>
        <source>Name of this computer</source>
        <translation>Name dieses Computers</translation>
    </message>
    <message>
        <source>Names are like owner/model.</source>
        <translation>Namen sind wie owner/model.</translation>
    </message>
    <message>
        <source>Names of this computer</source>
        <translation>Namen dieses Computers</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netz</translation>
    </message>
    <message>
        <source>No chat could be read from it.</source>
        <translation>Kein Chat ließ sich daraus lesen.</translation>
    </message>
    <message>
        <source>No member hands out the configuration and the tokenizer of this model as they should be.</source>
        <translation>Kein Mitglied gibt Konfiguration und Tokenizer dieses Modells so weiter, wie sie sein sollen.</translation>
    </message>
    <message>
        <source>No member hands out this model.</source>
        <translation>Kein Mitglied gibt dieses Modell weiter.</translation>
    </message>
    <message>
        <source>No member of your swarm has this, and the hub is not to be asked.</source>
        <translation>Kein Mitglied Ihres Schwarms hat dies, und der Hub soll nicht gefragt werden.</translation>
    </message>
    <message>
        <source>No program is waited for.</source>
        <translation>Auf kein Programm wird gewartet.</translation>
    </message>
    <message>
        <source>No version is published yet where this build looks for them.</source>
        <translation>Dort, wo dieses Programm nach neuen Versionen sieht, ist noch keine veröffentlicht.</translation>
    </message>
    <message>
        <source>Nobody else is there yet who could say whether this computer can be reached.</source>
        <translation>Noch ist niemand sonst da, der sagen könnte, ob dieser Computer erreichbar ist.</translation>
    </message>
    <message>
        <source>Nobody has given a digest for {num_unknown} more.</source>
        <translation>Für {num_unknown} weitere hat niemand eine Prüfsumme angegeben.</translation>
    </message>
    <message>
        <source>Nobody in your swarm hands out {name} now.</source>
        <translation>Niemand in Ihrem Schwarm gibt {name} jetzt weiter.</translation>
    </message>
    <message>
        <source>Nobody reached port {port}: a firewall stands before it, on this computer or on its network. Allow incoming TCP connections to port {port} and {swarm_port}. Until then others reach it through a relay.</source>
        <translation>Niemand hat Port {port} erreicht: Eine Firewall steht davor, auf diesem Computer oder in seinem Netz. Erlauben Sie eingehende TCP-Verbindungen zu den Ports {port} und {swarm_port}. Bis dahin erreichen andere ihn über ein Relais.</translation>
    </message>
    <message>
        <source>Nobody reached port {port}: a firewall stands before it, on this computer or on its network. Allow incoming TCP connections to port {port}. Until then others reach it through a relay.</source>
        <translation>Niemand hat Port {port} erreicht: Eine Firewall steht davor, auf diesem Computer oder in seinem Netz. Erlauben Sie eingehende TCP-Verbindungen zu Port {port}. Bis dahin erreichen andere ihn über ein Relais.</translation>
    </message>
    <message>
        <source>Nobody serves layers {layers} of {name}.</source>
        <translation>Niemand stellt Schichten {layers} von {name} bereit.</translation>
    </message>
    <message>
        <source>Nobody serves layers {span} any more.</source>
        <translation>Niemand stellt Schichten {span} mehr bereit.</translation>
    </message>
    <message>
        <source>Nobody who can be asked has all of {model} that is wanted.</source>
        <translation>Niemand, der gefragt werden kann, hat alles Gewünschte von {model}.</translation>
    </message>
    <message>
        <source>Node {address}</source>
        <translation>Knoten {address}</translation>
    </message>
    <message>
        <source>None of the programs runs that are waited for.</source>
        <translation>Keines der Programme läuft, auf die gewartet wird.</translation>
    </message>
    <message>
        <source>Not all layers of {name} are on this disk.</source>
        <translation>Nicht alle Schichten von {name} sind auf diesem Datenträger.</translation>
    </message>
    <message>
        <source>Not even one of them would fit: close other programs, or choose a smaller model.</source>
        <translation>Nicht einmal eine davon würde passen: Schließen Sie andere Programme, oder wählen Sie ein kleineres Modell.</translation>
    </message>
    <message>
        <source>Not with computers like this one.</source>
        <translation>Nicht mit Computern wie diesem.</translation>
    </message>
    <message>
        <source>Nothing can be saved: {name} is only read now.</source>
        <translation>Nichts kann gespeichert werden: {name} wird jetzt nur gelesen.</translation>
    </message>
    <message>
        <source>Nothing is saved: {name} cannot be made in the folder {parent}.</source>
        <translation>Nichts wird gespeichert: {name} kann im Ordner {parent} nicht angelegt werden.</translation>
    </message>
    <message>
        <source>Nothing of {name} is being fetched.</source>
        <translation>Von {name} wird gerade nichts geholt.</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>Benachrichtigungen</translation>
    </message>
    <message>
        <source>One chat could be read from it and is here.</source>
        <translation>Ein Chat ließ sich daraus lesen und ist hier.</translation>
    </message>
    <message>
        <source>One earlier message was left out: the chat is longer than the model's context.</source>
        <translation>Eine frühere Nachricht wurde weggelassen: Der Chat ist länger als der Kontext des Modells.</translation>
    </message>
    <message>
        <source>One layer needs {needs} of disk, and {has} are left.</source>
        <translation>Eine Schicht braucht {needs} auf dem Datenträger, und {has} sind übrig.</translation>
    </message>
    <message>
        <source>One layer needs {needs} of memory, and {has} are free.</source>
        <translation>Eine Schicht braucht {needs} Speicher, und {has} sind frei.</translation>
    </message>
    <message>
        <source>Only sessions of your own chats can be ended on a peer.</source>
        <translation>Auf einem Peer können nur Sitzungen Ihrer eigenen Chats beendet werden.</translation>
    </message>
    <message>
        <source>Other computers may use the API</source>
        <translation>Andere Computer dürfen die API benutzen</translation>
    </message>
    <message>
        <source>Other programs use {busy} % of the processor.</source>
        <translation>Andere Programme nutzen {busy} % des Prozessors.</translation>
    </message>
    <message>
        <source>Others reach this computer directly on port {port}.</source>
        <translation>Andere erreichen diesen Computer direkt auf Port {port}.</translation>
    </message>
    <message>
        <source>Others reach this computer through a relay, which is slower.</source>
        <translation>Andere erreichen diesen Computer über ein Relais, was langsamer ist.</translation>
    </message>
    <message>
        <source>Paused until {clock}.</source>
        <translation>Pausiert bis {clock}.</translation>
    </message>
    <message>
        <source>Paused until {strftime}, {clock}.</source>
        <translation>Pausiert bis {strftime}, {clock}.</translation>
    </message>
    <message>
        <source>Paused: layers and session caches take {taken_text}; the limit is {most_text}.</source>
        <translation>Pausiert: Schichten und Sitzungscaches belegen {taken_text}; die Grenze ist {most_text}.</translation>
    </message>
    <message>
        <source>Paused: layers and session caches take {taken_text}; the limit while you are here is {most_text}.</source>
        <translation>Pausiert: Schichten und Sitzungscaches belegen {taken_text}; die Grenze, während Sie hier sind, ist {most_text}.</translation>
    </message>
    <message>
        <source>Peer {address}</source>
        <translation>Peer {address}</translation>
    </message>
    <message>
        <source>Port of the API</source>
        <translation>Port der API</translation>
    </message>
    <message>
        <source>Port of the node</source>
        <translation>Port des Knotens</translation>
    </message>
    <message>
        <source>Port of the swarm</source>
        <translation>Port des Schwarms</translation>
    </message>
    <message>
        <source>Port {port} is taken by another program.</source>
        <translation>Port {port} ist von einem anderen Programm belegt.</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Precision of session caches</source>
        <translation>Genauigkeit der Sitzungscaches</translation>
    </message>
    <message>
        <source>Processor threads</source>
        <translation>Prozessor-Threads</translation>
    </message>
    <message>
        <source>Processor threads for computing; 0 chooses by itself.</source>
        <translation>Prozessor-Threads zum Rechnen; 0 wählt selbst.</translation>
    </message>
    <message>
        <source>Programs during which nothing is shared, by the names of their files.</source>
        <translation>Programme, während derer nichts geteilt wird, nach den Namen ihrer Dateien.</translation>
    </message>
    <message>
        <source>Python's package installer could not be started.</source>
        <translation>Pythons Paketinstallation konnte nicht gestartet werden.</translation>
    </message>
    <message>
        <source>Raise the disk limit, take less, or remove a model.</source>
        <translation>Heben Sie die Datenträgergrenze an, nehmen Sie weniger, oder entfernen Sie ein Modell.</translation>
    </message>
    <message>
        <source>Remove it and get it again.</source>
        <translation>Entfernen Sie es, und holen Sie es neu.</translation>
    </message>
    <message>
        <source>Remove one first.</source>
        <translation>Entfernen Sie zuerst einen.</translation>
    </message>
    <message>
        <source>Rename it to {whole_name}.</source>
        <translation>Benennen Sie es in {whole_name} um.</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>Wiederholungsstrafe</translation>
    </message>
    <message>
        <source>Requests at once</source>
        <translation>Anfragen gleichzeitig</translation>
    </message>
    <message>
        <source>Routes are best at</source>
        <translation>Beste Routen für</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>Run in two parts, they answer otherwise: {wrong}.</source>
        <translation>In zwei Teilen ausgeführt, antworten sie anders: {wrong}.</translation>
    </message>
    <message>
        <source>Runner</source>
        <translation>Rechenweg</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Zeitplan</translation>
    </message>
    <message>
        <source>Seconds after which an idle session cache is dropped.</source>
        <translation>Sekunden, nach denen ein untätiger Sitzungscache verworfen wird.</translation>
    </message>
    <message>
        <source>See the log for the reason.</source>
        <translation>Den Grund nennt das Protokoll.</translation>
    </message>
    <message>
        <source>See the log.</source>
        <translation>Siehe das Protokoll.</translation>
    </message>
    <message>
        <source>Serve fewer layers, or choose the device cpu.</source>
        <translation>Stellen Sie weniger Schichten bereit, oder wählen Sie das Gerät cpu.</translation>
    </message>
    <message>
        <source>Serve fewer layers.</source>
        <translation>Stellen Sie weniger Schichten bereit.</translation>
    </message>
    <message>
        <source>Serve layers to others while the app runs.</source>
        <translation>Schichten für andere bereitstellen, während die App läuft.</translation>
    </message>
    <message>
        <source>Serve the weights as stored instead.</source>
        <translation>Stellen Sie stattdessen die Gewichte wie gespeichert bereit.</translation>
    </message>
    <message>
        <source>Serving {before}: others that had these layers left.</source>
        <translation>Stellt {before} bereit: Andere, die diese Schichten hatten, sind gegangen.</translation>
    </message>
    <message>
        <source>Serving {chosen} because you chose it.</source>
        <translation>Stellt {chosen} bereit, weil Sie es gewählt haben.</translation>
    </message>
    <message>
        <source>Serving {span} because you chose it.</source>
        <translation>Stellt {span} bereit, weil Sie es gewählt haben.</translation>
    </message>
    <message>
        <source>Serving {span}: nobody else serves {layers}.</source>
        <translation>Stellt {span} bereit: Niemand sonst stellt {layers} bereit.</translation>
    </message>
    <message>
        <source>Serving {span}: these layers are needed as much as any.</source>
        <translation>Stellt {span} bereit: Diese Schichten werden so sehr gebraucht wie alle anderen.</translation>
    </message>
    <message>
        <source>Serving {span}: these layers had the least speed.</source>
        <translation>Stellt {span} bereit: Diese Schichten waren am langsamsten.</translation>
    </message>
    <message>
        <source>Serving {whole}: the whole model fits on this computer.</source>
        <translation>Stellt {whole} bereit: Das ganze Modell passt auf diesen Computer.</translation>
    </message>
    <message>
        <source>Session caches at once</source>
        <translation>Sitzungscaches zugleich</translation>
    </message>
    <message>
        <source>Set HOME, or {variable}, to a folder.</source>
        <translation>Setzen Sie HOME oder {variable} auf einen Ordner.</translation>
    </message>
    <message>
        <source>Shards at once</source>
        <translation>Shards zugleich</translation>
    </message>
    <message>
        <source>Shards to serve beside that one, like NAME:0-15, or NAME for the whole model.</source>
        <translation>Shards, die neben diesem bereitgestellt werden, etwa NAME:0-15, oder NAME für das ganze Modell.</translation>
    </message>
    <message>
        <source>Share after idle time</source>
        <translation>Teilen nach Untätigkeit</translation>
    </message>
    <message>
        <source>Share on a metered network</source>
        <translation>In einem getakteten Netz teilen</translation>
    </message>
    <message>
        <source>Share on battery</source>
        <translation>Im Akkubetrieb teilen</translation>
    </message>
    <message>
        <source>Share on battery, too.</source>
        <translation>Auch im Akkubetrieb teilen.</translation>
    </message>
    <message>
        <source>Share only when nobody has used this computer for so long; 0: no matter who uses it.</source>
        <translation>Nur teilen, wenn so lange niemand diesen Computer benutzt hat; 0: egal, wer ihn benutzt.</translation>
    </message>
    <message>
        <source>Share only while the rules allow it.</source>
        <translation>Nur teilen, solange die Regeln es erlauben.</translation>
    </message>
    <message>
        <source>Share over a network that is paid by volume, too.</source>
        <translation>Auch über ein Netz teilen, das nach Datenmenge bezahlt wird.</translation>
    </message>
    <message>
        <source>Shares in {left_s} s, if nothing changes.</source>
        <translation>Teilt in {left_s} s, wenn sich nichts ändert.</translation>
    </message>
    <message>
        <source>Sharing</source>
        <translation>Teilen</translation>
    </message>
    <message>
        <source>Sharing always.</source>
        <translation>Teilt immer.</translation>
    </message>
    <message>
        <source>Sharing is {sharing}, not {position}.</source>
        <translation>Teilen ist {sharing}, nicht {position}.</translation>
    </message>
    <message>
        <source>Sharing: your rules allow it.</source>
        <translation>Teilt: Ihre Regeln erlauben es.</translation>
    </message>
    <message>
        <source>Sign out of the hub and in again.</source>
        <translation>Melden Sie sich vom Hub ab und wieder an.</translation>
    </message>
    <message>
        <source>Some member gave something false of {doubted}.</source>
        <translation>Ein Mitglied hat Falsches von {doubted} gegeben.</translation>
    </message>
    <message>
        <source>Something went wrong ({name}).</source>
        <translation>Etwas ging schief ({name}).</translation>
    </message>
    <message>
        <source>Something went wrong ({name}); the log says what.</source>
        <translation>Etwas ging schief ({name}); das Protokoll sagt, was.</translation>
    </message>
    <message>
        <source>Start a new chat or shorten the message.</source>
        <translation>Beginnen Sie einen neuen Chat, oder kürzen Sie die Nachricht.</translation>
    </message>
    <message>
        <source>Start in the tray when you sign in to this computer.</source>
        <translation>Im Infobereich starten, wenn Sie sich an diesem Computer anmelden.</translation>
    </message>
    <message>
        <source>Start when you sign in</source>
        <translation>Beim Anmelden starten</translation>
    </message>
    <message>
        <source>Starting Meshnet...</source>
        <translation>Meshnet wird gestartet...</translation>
    </message>
    <message>
        <source>Starting at sign-in could not be set: the name of the program's folder cannot be written.</source>
        <translation>Der Start beim Anmelden konnte nicht eingerichtet werden: Der Name des Programmordners lässt sich nicht schreiben.</translation>
    </message>
    <message>
        <source>Starting at sign-in could not be set: the system did not keep it.</source>
        <translation>Der Start beim Anmelden konnte nicht eingerichtet werden: Das System hat ihn nicht übernommen.</translation>
    </message>
    <message>
        <source>Starting at sign-in could not be set: {reason}.</source>
        <translation>Der Start beim Anmelden konnte nicht eingerichtet werden: {reason}.</translation>
    </message>
    <message>
        <source>Starting local node {value} of {spans} (layers {span})...</source>
        <translation>Lokaler Knoten {value} von {spans} (Schichten {span}) wird gestartet...</translation>
    </message>
    <message>
        <source>Stop sharing them first.</source>
        <translation>Hören Sie zuerst auf, sie zu teilen.</translation>
    </message>
    <message>
        <source>Stopped before it began.</source>
        <translation>Vor dem Beginn angehalten.</translation>
    </message>
    <message>
        <source>Supported: {architectures}. A folder with safetensors files can be imported instead.</source>
        <translation>Unterstützt: {architectures}. Stattdessen kann ein Ordner mit safetensors-Dateien importiert werden.</translation>
    </message>
    <message>
        <source>Supported: {splittings}. Or import a folder with safetensors and tokenizer files.</source>
        <translation>Unterstützt: {splittings}. Oder importieren Sie einen Ordner mit safetensors- und Tokenizer-Dateien.</translation>
    </message>
    <message>
        <source>Switch contribution on.</source>
        <translation>Schalten Sie das Beitragen ein.</translation>
    </message>
    <message>
        <source>Switch it on, or add a peer.</source>
        <translation>Schalten Sie es ein, oder fügen Sie einen Peer hinzu.</translation>
    </message>
    <message>
        <source>Switch sharing off first.</source>
        <translation>Schalten Sie zuerst das Teilen aus.</translation>
    </message>
    <message>
        <source>Switch sharing off, or choose another model.</source>
        <translation>Schalten Sie das Teilen aus, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Systemanweisung</translation>
    </message>
    <message>
        <source>Take a mirror whose address begins with https, or none, to sign in.</source>
        <translation>Nehmen Sie zum Anmelden einen Spiegel, dessen Adresse mit https beginnt, oder keinen.</translation>
    </message>
    <message>
        <source>Talk without encryption</source>
        <translation>Ohne Verschlüsselung sprechen</translation>
    </message>
    <message>
        <source>Talk without encryption to others outside of a swarm; anyone can listen.</source>
        <translation>Mit anderen außerhalb eines Schwarms ohne Verschlüsselung sprechen; jeder kann mithören.</translation>
    </message>
    <message>
        <source>Tell when something needs you while the window is hidden.</source>
        <translation>Benachrichtigen, wenn Sie gebraucht werden, während das Fenster verborgen ist.</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>That is no token of the hub.</source>
        <translation>Das ist kein Token des Hubs.</translation>
    </message>
    <message>
        <source>That text is too long for a QR code.</source>
        <translation>Dieser Text ist zu lang für einen QR-Code.</translation>
    </message>
    <message>
        <source>The API could not be started ({name}). See the log for the reason.</source>
        <translation>Die API konnte nicht gestartet werden ({name}). Den Grund nennt das Protokoll.</translation>
    </message>
    <message>
        <source>The API key could not be read: {strerror}.</source>
        <translation>Der API-Schlüssel konnte nicht gelesen werden: {strerror}.</translation>
    </message>
    <message>
        <source>The API key could not be saved: {reason}.</source>
        <translation>Der API-Schlüssel konnte nicht gespeichert werden: {reason}.</translation>
    </message>
    <message>
        <source>The GGUF file ends inside the tensor {name}.</source>
        <translation>Die GGUF-Datei endet mitten im Tensor {name}.</translation>
    </message>
    <message>
        <source>The GGUF file {name} is truncated or damaged: {why}.</source>
        <translation>Die GGUF-Datei {name} ist abgeschnitten oder beschädigt: {why}.</translation>
    </message>
    <message>
        <source>The address at which the API listens; 127.0.0.1 is for programs on this computer alone.</source>
        <translation>Die Adresse, unter der die API zu erreichen ist; 127.0.0.1 ist nur für Programme auf diesem Computer.</translation>
    </message>
    <message>
        <source>The address at which the node listens; empty: in a swarm all, else this computer's.</source>
        <translation>Die Adresse, an der der Knoten lauscht; leer: in einem Schwarm alle, sonst die dieses Computers.</translation>
    </message>
    <message>
        <source>The address of a mirror of the hub; empty takes the usual one.</source>
        <translation>Die Adresse eines Spiegels des Hubs; leer nimmt die übliche.</translation>
    </message>
    <message>
        <source>The answer can go on as soon as somebody serves them again.</source>
        <translation>Die Antwort kann weitergehen, sobald jemand sie wieder bereitstellt.</translation>
    </message>
    <message>
        <source>The answer cannot be held to this form: {reason}</source>
        <translation>Die Antwort kann nicht in diese Form gebracht werden: {reason}</translation>
    </message>
    <message>
        <source>The certificate of whoever answers in the hub's place is not valid.</source>
        <translation>Das Zertifikat dessen, der anstelle des Hubs antwortet, ist nicht gültig.</translation>
    </message>
    <message>
        <source>The config.json of {model_name} does not say what type of model it is.</source>
        <translation>Die config.json von {model_name} sagt nicht, welcher Art das Modell ist.</translation>
    </message>
    <message>
        <source>The config.json of {model_name} gives no usable {keys}.</source>
        <translation>Die config.json von {model_name} gibt kein brauchbares {keys} an.</translation>
    </message>
    <message>
        <source>The config.json of {name} states a hidden size of {stated}, but the weights have {shape}.</source>
        <translation>Die config.json von {name} nennt als hidden_size {stated}, aber die Gewichte haben {shape}.</translation>
    </message>
    <message>
        <source>The config.json of {name} states {stated} layers, but the weights have {found}.</source>
        <translation>Die config.json von {name} nennt {stated} Schichten, aber die Gewichte haben {found}.</translation>
    </message>
    <message>
        <source>The configuration file {path} cannot be read: {exc}.</source>
        <translation>Die Konfigurationsdatei {path} lässt sich nicht lesen: {exc}.</translation>
    </message>
    <message>
        <source>The configuration file {path} cannot be read: {strerror}.</source>
        <translation>Die Konfigurationsdatei {path} lässt sich nicht lesen: {strerror}.</translation>
    </message>
    <message>
        <source>The configuration file {path} is too large.</source>
        <translation>Die Konfigurationsdatei {path} ist zu groß.</translation>
    </message>
    <message>
        <source>The configuration in {path} cannot be used: {exc}</source>
        <translation>Die Konfiguration in {path} kann nicht verwendet werden: {exc}</translation>
    </message>
    <message>
        <source>The connection to the hub broke.</source>
        <translation>Die Verbindung zum Hub brach ab.</translation>
    </message>
    <message>
        <source>The connection to the hub ended too early.</source>
        <translation>Die Verbindung zum Hub endete zu früh.</translation>
    </message>
    <message>
        <source>The connection to {name} was lost.</source>
        <translation>Die Verbindung zu {name} ging verloren.</translation>
    </message>
    <message>
        <source>The conversation has {num_prompt_tokens} tokens; this model takes {context_tokens}.</source>
        <translation>Die Unterhaltung hat {num_prompt_tokens} Tokens; dieses Modell fasst {context_tokens}.</translation>
    </message>
    <message>
        <source>The conversation is computed again.</source>
        <translation>Die Unterhaltung wird neu berechnet.</translation>
    </message>
    <message>
        <source>The disk has no room for the {words} weights; nothing was kept.</source>
        <translation>Der Datenträger hat keinen Platz für die {words}-Gewichte; nichts wurde behalten.</translation>
    </message>
    <message>
        <source>The disk is full, so nothing new is saved in {name}.</source>
        <translation>Der Datenträger ist voll, darum wird in {name} nichts Neues gespeichert.</translation>
    </message>
    <message>
        <source>The disk is full, so {name} is only read. Free some space and start Meshnet again.</source>
        <translation>Der Datenträger ist voll, darum wird {name} nur gelesen. Schaffen Sie Platz, und starten Sie Meshnet neu.</translation>
    </message>
    <message>
        <source>The disk that holds {root} became full.</source>
        <translation>Der Datenträger mit {root} ist voll geworden.</translation>
    </message>
    <message>
        <source>The downloaded starter model is damaged.</source>
        <translation>Das heruntergeladene Startmodell ist beschädigt.</translation>
    </message>
    <message>
        <source>The downloaded starter model is not the expected file; it was thrown away.</source>
        <translation>Das heruntergeladene Startmodell ist nicht die erwartete Datei; es wurde weggeworfen.</translation>
    </message>
    <message>
        <source>The dtype must be one of {dtypes}, not {dtype}.</source>
        <translation>Der dtype muss einer von {dtypes} sein, nicht {dtype}.</translation>
    </message>
    <message>
        <source>The fetch of {model} came to a stop: {text}</source>
        <translation>Das Holen von {model} ist stehen geblieben: {text}</translation>
    </message>
    <message>
        <source>The file is incomplete or damaged.</source>
        <translation>Die Datei ist unvollständig oder beschädigt.</translation>
    </message>
    <message>
        <source>The file is incomplete; get it again.</source>
        <translation>Die Datei ist unvollständig; holen Sie sie neu.</translation>
    </message>
    <message>
        <source>The file of {piece} of the model {name} is damaged.</source>
        <translation>Die Datei von {piece} des Modells {name} ist beschädigt.</translation>
    </message>
    <message>
        <source>The file {file_name} of the model {name} is damaged.</source>
        <translation>Die Datei {file_name} des Modells {name} ist beschädigt.</translation>
    </message>
    <message>
        <source>The file {file} came compressed, which nobody asked for.</source>
        <translation>Die Datei {file} kam komprimiert, was niemand verlangt hat.</translation>
    </message>
    <message>
        <source>The file {file} came with {content} bytes instead of {num_bytes}.</source>
        <translation>Die Datei {file} kam mit {content} Bytes statt {num_bytes}.</translation>
    </message>
    <message>
        <source>The file {file} changed at the hub.</source>
        <translation>Die Datei {file} hat sich am Hub geändert.</translation>
    </message>
    <message>
        <source>The file {file} has another size at the hub than it had.</source>
        <translation>Die Datei {file} hat am Hub eine andere Größe als zuvor.</translation>
    </message>
    <message>
        <source>The file {file} of {repository} lacks the tensor {name}.</source>
        <translation>Der Datei {file} von {repository} fehlt der Tensor {name}.</translation>
    </message>
    <message>
        <source>The file {found} of {name} has an odd name.</source>
        <translation>Die Datei {found} von {name} hat einen merkwürdigen Namen.</translation>
    </message>
    <message>
        <source>The file {name} cannot be read.</source>
        <translation>Die Datei {name} kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The file {name} cannot be written, so it is only read.</source>
        <translation>Die Datei {name} kann nicht geschrieben werden, darum wird sie nur gelesen.</translation>
    </message>
    <message>
        <source>The file {name} changed while it was being copied.</source>
        <translation>Die Datei {name} änderte sich, während sie kopiert wurde.</translation>
    </message>
    <message>
        <source>The file {name} could not be brought up to date, so it is only read.</source>
        <translation>Die Datei {name} konnte nicht auf den neuen Stand gebracht werden, darum wird sie nur gelesen.</translation>
    </message>
    <message>
        <source>The file {name} could not be read.</source>
        <translation>Die Datei {name} konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The file {name} could not be saved: the disk is full.</source>
        <translation>Die Datei {name} konnte nicht gespeichert werden: Der Datenträger ist voll.</translation>
    </message>
    <message>
        <source>The file {name} could not be used.</source>
        <translation>Die Datei {name} konnte nicht verwendet werden.</translation>
    </message>
    <message>
        <source>The file {name} could not be written.</source>
        <translation>Die Datei {name} konnte nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>The file {name} could not be written: the disk is full.</source>
        <translation>Die Datei {name} konnte nicht geschrieben werden: Der Datenträger ist voll.</translation>
    </message>
    <message>
        <source>The file {name} is damaged and could not be set aside.</source>
        <translation>Die Datei {name} ist beschädigt und konnte nicht beiseitegelegt werden.</translation>
    </message>
    <message>
        <source>The file {name} is damaged.</source>
        <translation>Die Datei {name} ist beschädigt.</translation>
    </message>
    <message>
        <source>The file {name} is far too large for what it should be.</source>
        <translation>Die Datei {name} ist viel zu groß für das, was sie sein sollte.</translation>
    </message>
    <message>
        <source>The file {name} is none that a model needs.</source>
        <translation>Die Datei {name} ist keine, die ein Modell braucht.</translation>
    </message>
    <message>
        <source>The file {name} is not a JSON object.</source>
        <translation>Die Datei {name} ist kein JSON-Objekt.</translation>
    </message>
    <message>
        <source>The file {name} is not the complete piece of the model.</source>
        <translation>Die Datei {name} ist nicht das vollständige Stück des Modells.</translation>
    </message>
    <message>
        <source>The file {name} is not the one that the hub lists.</source>
        <translation>Die Datei {name} ist nicht die, die der Hub aufführt.</translation>
    </message>
    <message>
        <source>The file {name} is not the one that was announced.</source>
        <translation>Die Datei {name} ist nicht die, die angekündigt war.</translation>
    </message>
    <message>
        <source>The file {name} is not valid JSON.</source>
        <translation>Die Datei {name} ist kein gültiges JSON.</translation>
    </message>
    <message>
        <source>The file {name} is of a newer version of Meshnet, so it is only read.</source>
        <translation>Die Datei {name} ist von einer neueren Version von Meshnet, darum wird sie nur gelesen.</translation>
    </message>
    <message>
        <source>The file {name} of the model {name2} cannot be read.</source>
        <translation>Die Datei {name} des Modells {name2} kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The file {name} of the model {name2} is damaged.</source>
        <translation>Die Datei {name} des Modells {name2} ist beschädigt.</translation>
    </message>
    <message>
        <source>The file {name} of the model {name2} is damaged: it has {found} bytes instead of {expected}.</source>
        <translation>Die Datei {name} des Modells {name2} ist beschädigt: Sie hat {found} Bytes statt {expected}.</translation>
    </message>
    <message>
        <source>The file {name} of the model {name2} is far too large.</source>
        <translation>Die Datei {name} des Modells {name2} ist viel zu groß.</translation>
    </message>
    <message>
        <source>The file {name} of the model {name2} is missing.</source>
        <translation>Die Datei {name} des Modells {name2} fehlt.</translation>
    </message>
    <message>
        <source>The file {name} of {name2} lacks the tensor {tensor}.</source>
        <translation>Der Datei {name} von {name2} fehlt der Tensor {tensor}.</translation>
    </message>
    <message>
        <source>The file {name} of {of} is not a JSON object.</source>
        <translation>Die Datei {name} von {of} ist kein JSON-Objekt.</translation>
    </message>
    <message>
        <source>The file {name} of {of} is not valid JSON.</source>
        <translation>Die Datei {name} von {of} ist kein gültiges JSON.</translation>
    </message>
    <message>
        <source>The file {name} was damaged. It was kept as {kept_as}, and a new one was begun.</source>
        <translation>Die Datei {name} war beschädigt. Sie wurde als {kept_as} behalten, und eine neue wurde begonnen.</translation>
    </message>
    <message>
        <source>The file {path} holds no key that can be used.</source>
        <translation>Die Datei {path} enthält keinen brauchbaren Schlüssel.</translation>
    </message>
    <message>
        <source>The file {piece} of {name} holds other tensors.</source>
        <translation>Die Datei {piece} von {name} enthält andere Tensoren.</translation>
    </message>
    <message>
        <source>The file {too_large} of {repository} is far too large for what it should be.</source>
        <translation>Die Datei {too_large} von {repository} ist viel zu groß für das, was sie sein sollte.</translation>
    </message>
    <message>
        <source>The files of {name} are not those of the model that was asked for.</source>
        <translation>Die Dateien von {name} sind nicht die des Modells, das verlangt wurde.</translation>
    </message>
    <message>
        <source>The first layer, with the embedding, needs {needs} of disk, and {has} are left.</source>
        <translation>Die erste Schicht mit dem Embedding braucht {needs} auf dem Datenträger, und {has} sind übrig.</translation>
    </message>
    <message>
        <source>The first layer, with the embedding, needs {needs} of memory, and {has} are free.</source>
        <translation>Die erste Schicht mit dem Embedding braucht {needs} Speicher, und {has} sind frei.</translation>
    </message>
    <message>
        <source>The folder of the model {name} cannot be read.</source>
        <translation>Der Ordner des Modells {name} kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The folder of the model {name} cannot be written.</source>
        <translation>Der Ordner des Modells {name} kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>The folder {name} has no safetensors files.</source>
        <translation>Der Ordner {name} hat keine safetensors-Dateien.</translation>
    </message>
    <message>
        <source>The folder {name} has no tokenizer.</source>
        <translation>Der Ordner {name} hat keinen Tokenizer.</translation>
    </message>
    <message>
        <source>The folder {name} has several weight files but no {index_name}.</source>
        <translation>Der Ordner {name} hat mehrere Gewichtsdateien, aber keine {index_name}.</translation>
    </message>
    <message>
        <source>The folder {name} lacks the weight file {name2}.</source>
        <translation>Dem Ordner {name} fehlt die Gewichtsdatei {name2}.</translation>
    </message>
    <message>
        <source>The form of the answer cannot be followed: {reason}</source>
        <translation>Die Form der Antwort kann nicht befolgt werden: {reason}</translation>
    </message>
    <message>
        <source>The form of the answer takes more than {max_grammar_chars} characters.</source>
        <translation>Die Form der Antwort braucht mehr als {max_grammar_chars} Zeichen.</translation>
    </message>
    <message>
        <source>The header of the model file {file_name} is damaged.</source>
        <translation>Der Kopf der Modelldatei {file_name} ist beschädigt.</translation>
    </message>
    <message>
        <source>The header of the model file {name} is damaged.</source>
        <translation>Der Kopf der Modelldatei {name} ist beschädigt.</translation>
    </message>
    <message>
        <source>The header of {name} does not tell of the model's tensors.</source>
        <translation>Der Kopf von {name} sagt nichts von den Tensoren des Modells.</translation>
    </message>
    <message>
        <source>The headers are too large.</source>
        <translation>Die Kopfzeilen sind zu lang.</translation>
    </message>
    <message>
        <source>The headers of the model's files are far too large.</source>
        <translation>Die Köpfe der Dateien des Modells sind viel zu groß.</translation>
    </message>
    <message>
        <source>The hub announced {length} bytes of {file} instead of {value}.</source>
        <translation>Der Hub kündigte {length} Bytes von {file} statt {value} an.</translation>
    </message>
    <message>
        <source>The hub answered with another part of {file} than was asked for.</source>
        <translation>Der Hub antwortete mit einem anderen Teil von {file} als verlangt.</translation>
    </message>
    <message>
        <source>The hub answered with status {status}.</source>
        <translation>Der Hub antwortete mit Status {status}.</translation>
    </message>
    <message>
        <source>The hub answers no more questions for now: too many were asked.</source>
        <translation>Der Hub beantwortet vorerst keine Fragen mehr: Es waren zu viele.</translation>
    </message>
    <message>
        <source>The hub cannot be reached.</source>
        <translation>Der Hub ist nicht erreichbar.</translation>
    </message>
    <message>
        <source>The hub did not answer in time.</source>
        <translation>Der Hub hat nicht rechtzeitig geantwortet.</translation>
    </message>
    <message>
        <source>The hub does not have this revision of {what}.</source>
        <translation>Der Hub hat diese Revision von {what} nicht.</translation>
    </message>
    <message>
        <source>The hub does not know this token, or it has expired.</source>
        <translation>Der Hub kennt dieses Token nicht, oder es ist abgelaufen.</translation>
    </message>
    <message>
        <source>The hub does not let you read {what}.</source>
        <translation>Der Hub lässt Sie {what} nicht lesen.</translation>
    </message>
    <message>
        <source>The hub does not say what {plain} of {repository} should be.</source>
        <translation>Der Hub sagt nicht, was {plain} von {repository} enthalten müsste.</translation>
    </message>
    <message>
        <source>The hub gives whole files only, no parts.</source>
        <translation>Der Hub gibt nur ganze Dateien, keine Teile.</translation>
    </message>
    <message>
        <source>The hub has no file {what}.</source>
        <translation>Der Hub hat keine Datei {what}.</translation>
    </message>
    <message>
        <source>The hub has no model {what}, or it is private.</source>
        <translation>Der Hub hat kein Modell {what}, oder es ist privat.</translation>
    </message>
    <message>
        <source>The hub has shut {name} off.</source>
        <translation>Der Hub hat {name} gesperrt.</translation>
    </message>
    <message>
        <source>The hub has trouble of its own (status {status}).</source>
        <translation>Der Hub hat selbst Schwierigkeiten (Status {status}).</translation>
    </message>
    <message>
        <source>The hub is switched off on this computer, by HF_HUB_OFFLINE.</source>
        <translation>Der Hub ist auf diesem Computer durch HF_HUB_OFFLINE abgeschaltet.</translation>
    </message>
    <message>
        <source>The hub sends us in circles.</source>
        <translation>Der Hub schickt uns im Kreis.</translation>
    </message>
    <message>
        <source>The hub sends us to an address that is none.</source>
        <translation>Der Hub schickt uns zu einer Adresse, die keine ist.</translation>
    </message>
    <message>
        <source>The hub sends us to an address without encryption.</source>
        <translation>Der Hub schickt uns zu einer Adresse ohne Verschlüsselung.</translation>
    </message>
    <message>
        <source>The hub sent more of {file} than was asked for.</source>
        <translation>Der Hub sandte mehr von {file} als verlangt.</translation>
    </message>
    <message>
        <source>The hub's address cannot be used.</source>
        <translation>Die Adresse des Hubs kann nicht verwendet werden.</translation>
    </message>
    <message>
        <source>The hub's answer about your account cannot be read.</source>
        <translation>Die Antwort des Hubs zu Ihrem Konto kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The hub's answer about {asked} cannot be read.</source>
        <translation>Die Antwort des Hubs zu {asked} kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The hub's answer about {repository} cannot be read.</source>
        <translation>Die Antwort des Hubs zu {repository} kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The hub's answer is far longer than it should be.</source>
        <translation>Die Antwort des Hubs ist viel länger, als sie sein sollte.</translation>
    </message>
    <message>
        <source>The hub's answer to the search cannot be read.</source>
        <translation>Die Antwort des Hubs auf die Suche kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The hub's answer took too long.</source>
        <translation>Die Antwort des Hubs dauerte zu lange.</translation>
    </message>
    <message>
        <source>The language of the window, from its next start on.</source>
        <translation>Die Sprache des Fensters, ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>The last layer, with the lm_head, needs {needs} of disk, and {has} are left.</source>
        <translation>Die letzte Schicht mit dem lm_head braucht {needs} auf dem Datenträger, und {has} sind übrig.</translation>
    </message>
    <message>
        <source>The last layer, with the lm_head, needs {needs} of memory, and {has} are free.</source>
        <translation>Die letzte Schicht mit dem lm_head braucht {needs} Speicher, und {has} sind frei.</translation>
    </message>
    <message>
        <source>The layers of models of type {kind} hand on more than their hidden states: they cannot be cut.</source>
        <translation>Die Schichten von Modellen der Art {kind} geben mehr als ihre verborgenen Zustände weiter: Sie lassen sich nicht zerlegen.</translation>
    </message>
    <message>
        <source>The layers of models of type {kind} look at more than the layer before them hands on: they cannot be cut.</source>
        <translation>Die Schichten von Modellen der Art {kind} sehen mehr an, als die Schicht davor weitergibt: Sie lassen sich nicht zerlegen.</translation>
    </message>
    <message>
        <source>The layers of models of type {kind} run in loops: they cannot be cut.</source>
        <translation>Die Schichten von Modellen der Art {kind} laufen in Schleifen: Sie lassen sich nicht zerlegen.</translation>
    </message>
    <message>
        <source>The layers of {name} cannot be told apart.</source>
        <translation>Die Schichten von {name} lassen sich nicht auseinanderhalten.</translation>
    </message>
    <message>
        <source>The layers take {num_bytes} and do not fit into the memory of {type}, which has {free} free.</source>
        <translation>Die Schichten belegen {num_bytes} und passen nicht in den Speicher von {type}, von dem {free} frei sind.</translation>
    </message>
    <message>
        <source>The layers take {num_bytes} and do not fit into the memory of {type}.</source>
        <translation>Die Schichten belegen {num_bytes} und passen nicht in den Speicher von {type}.</translation>
    </message>
    <message>
        <source>The layers to serve, like 0-15; empty: what is needed most, or all.</source>
        <translation>Die bereitzustellenden Schichten, etwa 0-15; leer: was am meisten gebraucht wird, oder alle.</translation>
    </message>
    <message>
        <source>The lean path computes in float32, not in {dtype}.</source>
        <translation>Der schlanke Weg rechnet in float32, nicht in {dtype}.</translation>
    </message>
    <message>
        <source>The lean path computes on the processor, not on {device}.</source>
        <translation>Der schlanke Weg rechnet auf dem Prozessor, nicht auf {device}.</translation>
    </message>
    <message>
        <source>The lean path keeps its session caches in float32.</source>
        <translation>Der schlanke Weg hält Sitzungscaches in float32.</translation>
    </message>
    <message>
        <source>The list of swarms cannot be kept: {reason}.</source>
        <translation>Die Liste der Schwärme kann nicht gespeichert werden: {reason}.</translation>
    </message>
    <message>
        <source>The list of swarms was damaged.</source>
        <translation>Die Liste der Schwärme war beschädigt.</translation>
    </message>
    <message>
        <source>The list of tensors of {name} is another model's.</source>
        <translation>Die Tensorenliste von {name} gehört zu einem anderen Modell.</translation>
    </message>
    <message>
        <source>The list of the model's tensors is damaged: {why}.</source>
        <translation>Die Tensorenliste des Modells ist beschädigt: {why}.</translation>
    </message>
    <message>
        <source>The local node for layers {span} did not start.</source>
        <translation>Der lokale Knoten für die Schichten {span} startete nicht.</translation>
    </message>
    <message>
        <source>The local nodes have been stopped.</source>
        <translation>Die lokalen Knoten wurden angehalten.</translation>
    </message>
    <message>
        <source>The longest answer, in tokens.</source>
        <translation>Die längste Antwort, in Tokens.</translation>
    </message>
    <message>
        <source>The members contradict each other about what is in this model, and the hub cannot be asked.</source>
        <translation>Die Mitglieder widersprechen einander darin, was zu diesem Modell gehört, und der Hub kann nicht gefragt werden.</translation>
    </message>
    <message>
        <source>The model file {file_name} is truncated or damaged.</source>
        <translation>Die Modelldatei {file_name} ist abgeschnitten oder beschädigt.</translation>
    </message>
    <message>
        <source>The model file {name} is missing or cannot be read.</source>
        <translation>Die Modelldatei {name} fehlt oder kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The model file {name} is not as long as its header says.</source>
        <translation>Die Modelldatei {name} ist nicht so lang, wie ihr Kopf angibt.</translation>
    </message>
    <message>
        <source>The model files hold another shape of the tensor {first} and {others} more.</source>
        <translation>In den Modelldateien haben der Tensor {first} und {others} weitere eine andere Form.</translation>
    </message>
    <message>
        <source>The model files hold another shape of the tensor {first}.</source>
        <translation>In den Modelldateien hat der Tensor {first} eine andere Form.</translation>
    </message>
    <message>
        <source>The model files in {path} cannot be loaded.</source>
        <translation>Die Modelldateien in {path} können nicht geladen werden.</translation>
    </message>
    <message>
        <source>The model files in {path} cannot be loaded: {exc}</source>
        <translation>Die Modelldateien in {path} können nicht geladen werden: {exc}</translation>
    </message>
    <message>
        <source>The model files lack the tensor {first} and {others} more.</source>
        <translation>In den Modelldateien fehlen der Tensor {first} und {others} weitere.</translation>
    </message>
    <message>
        <source>The model files lack the tensor {first}.</source>
        <translation>In den Modelldateien fehlt der Tensor {first}.</translation>
    </message>
    <message>
        <source>The model fits on this computer, so it runs here alone: splitting it would be slower.</source>
        <translation>Das Modell passt auf diesen Computer, darum läuft es hier allein: Aufteilen wäre langsamer.</translation>
    </message>
    <message>
        <source>The model has no config.json.</source>
        <translation>Das Modell hat keine config.json.</translation>
    </message>
    <message>
        <source>The model store {root} cannot be read.</source>
        <translation>Der Speicherort der Modelle {root} kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The model would fit on this computer; split over others it is slower.</source>
        <translation>Das Modell würde auf diesen Computer passen; auf andere verteilt ist es langsamer.</translation>
    </message>
    <message>
        <source>The model {name} was imported by another version of Meshnet.</source>
        <translation>Das Modell {name} wurde von einer anderen Version von Meshnet importiert.</translation>
    </message>
    <message>
        <source>The model {name} was imported whole.</source>
        <translation>Das Modell {name} wurde als Ganzes importiert.</translation>
    </message>
    <message>
        <source>The model's chat template does not accept this conversation: {exc}</source>
        <translation>Die Chatvorlage des Modells nimmt diese Unterhaltung nicht an: {exc}</translation>
    </message>
    <message>
        <source>The model's chat template is broken: {exc}</source>
        <translation>Die Chatvorlage des Modells ist fehlerhaft: {exc}</translation>
    </message>
    <message>
        <source>The model's chat template is too long.</source>
        <translation>Die Chatvorlage des Modells ist zu lang.</translation>
    </message>
    <message>
        <source>The model's configuration does not say how many layers it has.</source>
        <translation>Die Konfiguration des Modells sagt nicht, wie viele Schichten es hat.</translation>
    </message>
    <message>
        <source>The model's configuration states larger sizes than its weight files hold.</source>
        <translation>Die Konfiguration des Modells nennt größere Maße, als seine Gewichtsdateien enthalten.</translation>
    </message>
    <message>
        <source>The model's name in the store; empty takes the starter model.</source>
        <translation>Der Name des Modells im Speicherort; leer nimmt das Startmodell.</translation>
    </message>
    <message>
        <source>The model's tokenizer cannot take this text.</source>
        <translation>Der Tokenizer des Modells kann mit diesem Text nicht umgehen.</translation>
    </message>
    <message>
        <source>The model's weight files are empty.</source>
        <translation>Die Gewichtsdateien des Modells sind leer.</translation>
    </message>
    <message>
        <source>The models are kept in {root}; move it away.</source>
        <translation>Die Modelle sollen in {root} liegen; verschieben Sie, was dort ist.</translation>
    </message>
    <message>
        <source>The most disk that models take; what was used longest ago goes first; 0 means no limit.</source>
        <translation>So viel Platz belegen Modelle höchstens auf dem Datenträger; das am längsten nicht verwendete geht zuerst; 0 heißt unbegrenzt.</translation>
    </message>
    <message>
        <source>The most memory that all session caches take together.</source>
        <translation>So viel Speicher belegen alle Sitzungscaches zusammen höchstens.</translation>
    </message>
    <message>
        <source>The most of a GPU's memory that sharing takes; 0 means no limit.</source>
        <translation>So viel Speicher der GPU belegt das Teilen höchstens; 0 heißt unbegrenzt.</translation>
    </message>
    <message>
        <source>The most of this computer's memory that sharing takes while nobody uses it.</source>
        <translation>So viel Speicher dieses Computers belegt das Teilen höchstens, während ihn niemand benutzt.</translation>
    </message>
    <message>
        <source>The most of this computer's memory that sharing takes while somebody uses it.</source>
        <translation>So viel Speicher dieses Computers belegt das Teilen höchstens, während ihn jemand benutzt.</translation>
    </message>
    <message>
        <source>The node's certificate cannot be used: {reason}.</source>
        <translation>Das Zertifikat des Knotens kann nicht verwendet werden: {reason}.</translation>
    </message>
    <message>
        <source>The options of this chat are too long to be kept.</source>
        <translation>Die Optionen dieses Chats sind zu lang, um gespeichert zu werden.</translation>
    </message>
    <message>
        <source>The peers lost this conversation again and again.</source>
        <translation>Die Peers haben diese Unterhaltung immer wieder verloren.</translation>
    </message>
    <message>
        <source>The place where new versions are published cannot be reached.</source>
        <translation>Die Stelle, an der neue Versionen veröffentlicht werden, ist nicht erreichbar.</translation>
    </message>
    <message>
        <source>The place where new versions are published does not answer.</source>
        <translation>Die Stelle, an der neue Versionen veröffentlicht werden, antwortet nicht.</translation>
    </message>
    <message>
        <source>The place where new versions are published refuses to answer (status {status_code}).</source>
        <translation>Die Stelle, an der neue Versionen veröffentlicht werden, lehnt die Antwort ab (Status {status_code}).</translation>
    </message>
    <message>
        <source>The port at which the node listens; 0: in a swarm the same each time.</source>
        <translation>Der Port, an dem der Knoten lauscht; 0: in einem Schwarm jedes Mal derselbe.</translation>
    </message>
    <message>
        <source>The port of the API; 0: any free one.</source>
        <translation>Der Port der API; 0: irgendein freier.</translation>
    </message>
    <message>
        <source>The port of the control channel and of /metrics, for programs on this computer alone; 0: any free one.</source>
        <translation>Der Port des Steuerkanals und von /metrics, nur für Programme auf diesem Computer; 0: irgendein freier.</translation>
    </message>
    <message>
        <source>The port of the swarm's own network; 0: the same each time.</source>
        <translation>Der Port für das eigene Netz des Schwarms; 0: jedes Mal derselbe.</translation>
    </message>
    <message>
        <source>The precision {precision} computes in float32, not in {dtype}.</source>
        <translation>Die Genauigkeit {precision} rechnet in float32, nicht in {dtype}.</translation>
    </message>
    <message>
        <source>The precision {precision} computes on the processor, not on {device}.</source>
        <translation>Die Genauigkeit {precision} rechnet auf dem Prozessor, nicht auf {device}.</translation>
    </message>
    <message>
        <source>The precision {precision} keeps its session caches in float32.</source>
        <translation>Die Genauigkeit {precision} hält Sitzungscaches in float32.</translation>
    </message>
    <message>
        <source>The provider shares one public address among several customers (CGNAT), so that no port can be opened. IPv6, or a public address from the provider, would help.</source>
        <translation>Der Anbieter teilt eine öffentliche Adresse unter mehreren Kunden auf (CGNAT), sodass sich kein Port öffnen lässt. IPv6 oder eine öffentliche Adresse vom Anbieter würde helfen.</translation>
    </message>
    <message>
        <source>The proxy in HTTP_PROXY, HTTPS_PROXY or ALL_PROXY cannot be used.</source>
        <translation>Der Proxy in HTTP_PROXY, HTTPS_PROXY oder ALL_PROXY kann nicht verwendet werden.</translation>
    </message>
    <message>
        <source>The proxy refused the connection to the hub.</source>
        <translation>Der Proxy hat die Verbindung zum Hub abgelehnt.</translation>
    </message>
    <message>
        <source>The quantisation number {number} of this GGUF file is not known.</source>
        <translation>Die Quantisierung Nummer {number} dieser GGUF-Datei ist nicht bekannt.</translation>
    </message>
    <message>
        <source>The quantisation {name} cannot be imported yet.</source>
        <translation>Die Quantisierung {name} kann noch nicht importiert werden.</translation>
    </message>
    <message>
        <source>The same next word part as float32 in {agreement} of places, perplexity {value}: measured with the starter model, whose source is 4 bit itself, which flatters this. Other models were not measured.</source>
        <translation>Derselbe nächste Wortteil wie mit float32 an {agreement} der Stellen, Perplexität {value}: gemessen mit dem Startmodell, dessen Quelle selbst nur 4 Bit hat, was das Ergebnis schönt. Andere Modelle wurden nicht gemessen.</translation>
    </message>
    <message>
        <source>The server on {url} did not start.</source>
        <translation>Der Server auf {url} startete nicht.</translation>
    </message>
    <message>
        <source>The setting {name} cannot be used: {wrong}.</source>
        <translation>Die Einstellung {name} kann nicht verwendet werden: {wrong}.</translation>
    </message>
    <message>
        <source>The setting {title} is back at its default: {wrong}.</source>
        <translation>Die Einstellung {title} steht wieder auf ihrem Standard: {wrong}.</translation>
    </message>
    <message>
        <source>The settings could not be saved: the disk is full.</source>
        <translation>Die Einstellungen konnten nicht gespeichert werden: Der Datenträger ist voll.</translation>
    </message>
    <message>
        <source>The settings could not be saved: {reason}.</source>
        <translation>Die Einstellungen konnten nicht gespeichert werden: {reason}.</translation>
    </message>
    <message>
        <source>The settings file could not be read ({values}).</source>
        <translation>Die Einstellungsdatei konnte nicht gelesen werden ({values}).</translation>
    </message>
    <message>
        <source>The settings file was gone; your last good settings are used.</source>
        <translation>Die Einstellungsdatei war verschwunden; Ihre letzten brauchbaren Einstellungen werden verwendet.</translation>
    </message>
    <message>
        <source>The source gave more than it was asked for.</source>
        <translation>Die Quelle gab mehr, als verlangt war.</translation>
    </message>
    <message>
        <source>The starter model could not be downloaded: {output}</source>
        <translation>Das Startmodell konnte nicht heruntergeladen werden: {output}</translation>
    </message>
    <message>
        <source>The starter model did not arrive within {timeout_s} seconds.</source>
        <translation>Das Startmodell kam nicht innerhalb von {timeout_s} Sekunden an.</translation>
    </message>
    <message>
        <source>The starter model is larger than it can be.</source>
        <translation>Das Startmodell ist größer, als es sein kann.</translation>
    </message>
    <message>
        <source>The starter model that came with Meshnet cannot be read: {strerror}.</source>
        <translation>Das in Meshnet enthaltene Startmodell kann nicht gelesen werden: {strerror}.</translation>
    </message>
    <message>
        <source>The starter model that came with Meshnet is damaged.</source>
        <translation>Das in Meshnet enthaltene Startmodell ist beschädigt.</translation>
    </message>
    <message>
        <source>The starter model that comes with Meshnet is missing.</source>
        <translation>Das Startmodell, das zu Meshnet gehört, fehlt.</translation>
    </message>
    <message>
        <source>The storage behind the hub does not accept the addresses that the hub gives.</source>
        <translation>Der Speicherdienst hinter dem Hub nimmt die Adressen nicht an, die der Hub nennt.</translation>
    </message>
    <message>
        <source>The storage behind the hub has trouble of its own (status {status}).</source>
        <translation>Der Speicherdienst hinter dem Hub hat selbst Schwierigkeiten (Status {status}).</translation>
    </message>
    <message>
        <source>The storage behind the hub wants to be left alone for a while.</source>
        <translation>Der Speicherdienst hinter dem Hub will eine Weile in Ruhe gelassen werden.</translation>
    </message>
    <message>
        <source>The swarm's network cannot be opened ({exc}).</source>
        <translation>Das Netz des Schwarms lässt sich nicht öffnen ({exc}).</translation>
    </message>
    <message>
        <source>The swarm's network cannot be used.</source>
        <translation>Das Netz des Schwarms kann nicht verwendet werden.</translation>
    </message>
    <message>
        <source>The swarm's network did not do it ({exc}).</source>
        <translation>Das Netz des Schwarms hat es nicht getan ({exc}).</translation>
    </message>
    <message>
        <source>The swarm's network failed and is opened anew.</source>
        <translation>Das Netz des Schwarms ist ausgefallen und wird neu geöffnet.</translation>
    </message>
    <message>
        <source>The swarm's network is not open.</source>
        <translation>Das Netz des Schwarms ist nicht offen.</translation>
    </message>
    <message>
        <source>The tensor {empty} was left without data.</source>
        <translation>Der Tensor {empty} blieb ohne Daten.</translation>
    </message>
    <message>
        <source>The tensor {name} holds values that are not numbers.</source>
        <translation>Der Tensor {name} enthält Werte, die keine Zahlen sind.</translation>
    </message>
    <message>
        <source>The tensor {source} of {name} has the shape {shape} instead of {stored}.</source>
        <translation>Der Tensor {source} von {name} hat die Form {shape} statt {stored}.</translation>
    </message>
    <message>
        <source>The tensor {tensor_name} of {name} is not on this computer.</source>
        <translation>Der Tensor {tensor_name} von {name} ist nicht auf diesem Computer.</translation>
    </message>
    <message>
        <source>The token comes from the variable {variable}.</source>
        <translation>Das Token stammt aus der Variablen {variable}.</translation>
    </message>
    <message>
        <source>The token could not be kept.</source>
        <translation>Das Token konnte nicht behalten werden.</translation>
    </message>
    <message>
        <source>The token could not be removed.</source>
        <translation>Das Token konnte nicht entfernt werden.</translation>
    </message>
    <message>
        <source>The token or an address cannot be sent.</source>
        <translation>Das Token oder eine Adresse lässt sich nicht senden.</translation>
    </message>
    <message>
        <source>The tokenizer in {name} is damaged: {why}.</source>
        <translation>Der Tokenizer in {name} ist beschädigt: {why}.</translation>
    </message>
    <message>
        <source>The tokenizer in {path} cannot be read.</source>
        <translation>Der Tokenizer in {path} kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The tokenizer of the model {name} is missing.</source>
        <translation>Der Tokenizer des Modells {name} fehlt.</translation>
    </message>
    <message>
        <source>The tokenizer.json of {name} holds no tokenizer.</source>
        <translation>Die tokenizer.json von {name} enthält keinen Tokenizer.</translation>
    </message>
    <message>
        <source>The user was asked what closing the window does.</source>
        <translation>Gefragt wurde schon, was beim Schließen des Fensters geschehen soll.</translation>
    </message>
    <message>
        <source>The user went through the first start's questions.</source>
        <translation>Die Fragen des ersten Starts sind beantwortet.</translation>
    </message>
    <message>
        <source>The weight files of {name} are not safetensors files with digests.</source>
        <translation>Die Gewichtsdateien von {name} sind keine safetensors-Dateien mit Prüfsummen.</translation>
    </message>
    <message>
        <source>The weight files of {name} hold a tensor twice.</source>
        <translation>Die Gewichtsdateien von {name} enthalten einen Tensor doppelt.</translation>
    </message>
    <message>
        <source>The weight files of {name} hold the tensor {doubled} twice.</source>
        <translation>Die Gewichtsdateien von {name} enthalten den Tensor {doubled} doppelt.</translation>
    </message>
    <message>
        <source>The weights in {name} are pickled ({pickles}); such files can run code when they are opened.</source>
        <translation>Die Gewichte in {name} sind als Pickle gespeichert ({pickles}); solche Dateien können beim Öffnen Code ausführen.</translation>
    </message>
    <message>
        <source>The weights in {repository} are pickled ({pickle}); such files can run code when they are opened.</source>
        <translation>Die Gewichte in {repository} sind als Pickle gespeichert ({pickle}); solche Dateien können beim Öffnen Code ausführen.</translation>
    </message>
    <message>
        <source>The weights of {name} are stored otherwise than announced.</source>
        <translation>Die Gewichte von {name} sind anders gespeichert als angekündigt.</translation>
    </message>
    <message>
        <source>The {index_name} of {name} is damaged.</source>
        <translation>Die {index_name} von {name} ist beschädigt.</translation>
    </message>
    <message>
        <source>The {index_name} of {name} names far too many files.</source>
        <translation>Die {index_name} von {name} nennt viel zu viele Dateien.</translation>
    </message>
    <message>
        <source>The {index_name} of {name} names files that are not safetensors files of the folder.</source>
        <translation>Die {index_name} von {name} nennt Dateien, die keine safetensors-Dateien des Ordners sind.</translation>
    </message>
    <message>
        <source>The {index_name} of {repository} is damaged.</source>
        <translation>Die {index_name} von {repository} ist beschädigt.</translation>
    </message>
    <message>
        <source>The {index_name} of {repository} names files that are no safetensors files of it.</source>
        <translation>Die {index_name} von {repository} nennt Dateien, die dort keine safetensors-Dateien sind.</translation>
    </message>
    <message>
        <source>The {words} weights could not be made: {value}.</source>
        <translation>Die {words}-Gewichte konnten nicht erstellt werden: {value}.</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Erscheinungsbild</translation>
    </message>
    <message>
        <source>There are already {max_peers} peers.</source>
        <translation>Es gibt schon {max_peers} Peers.</translation>
    </message>
    <message>
        <source>There are: {known}.</source>
        <translation>Vorhanden: {known}.</translation>
    </message>
    <message>
        <source>There is no causal language model of type {model_type}.</source>
        <translation>Es gibt kein kausales Sprachmodell der Art {model_type}.</translation>
    </message>
    <message>
        <source>There is no device {name} here: torch finds only the processor.</source>
        <translation>Es gibt hier kein Gerät {name}: torch findet nur den Prozessor.</translation>
    </message>
    <message>
        <source>There is no device {name} here: torch finds the processor and {type}.</source>
        <translation>Es gibt hier kein Gerät {name}: torch findet den Prozessor und {type}.</translation>
    </message>
    <message>
        <source>There is no file or folder at {path}.</source>
        <translation>Bei {path} gibt es weder Datei noch Ordner.</translation>
    </message>
    <message>
        <source>There is no model folder {path}.</source>
        <translation>Es gibt keinen Modellordner {path}.</translation>
    </message>
    <message>
        <source>There is no model named {name}.</source>
        <translation>Es gibt kein Modell namens {name}.</translation>
    </message>
    <message>
        <source>There is no model of type {model_type}.</source>
        <translation>Es gibt kein Modell der Art {model_type}.</translation>
    </message>
    <message>
        <source>There is no model on this computer yet.</source>
        <translation>Auf diesem Computer ist noch kein Modell.</translation>
    </message>
    <message>
        <source>There is no model {name} on this computer, in the catalogue or in your swarm.</source>
        <translation>Es gibt kein Modell {name} auf diesem Computer, im Katalog oder in Ihrem Schwarm.</translation>
    </message>
    <message>
        <source>There is no setting named {unknown}.</source>
        <translation>Es gibt keine Einstellung namens {unknown}.</translation>
    </message>
    <message>
        <source>There is none yet.</source>
        <translation>Es gibt noch keines.</translation>
    </message>
    <message>
        <source>There is not enough memory for these layers.</source>
        <translation>Für diese Schichten reicht der Speicher nicht.</translation>
    </message>
    <message>
        <source>There is nothing to answer.</source>
        <translation>Es gibt nichts zu beantworten.</translation>
    </message>
    <message>
        <source>There is nothing to show as a QR code.</source>
        <translation>Es gibt nichts, was als QR-Code zu zeigen wäre.</translation>
    </message>
    <message>
        <source>This account has no home folder.</source>
        <translation>Dieses Konto hat keinen persönlichen Ordner.</translation>
    </message>
    <message>
        <source>This answer cannot go on any more.</source>
        <translation>Diese Antwort kann nicht mehr weitergehen.</translation>
    </message>
    <message>
        <source>This build names no place where new versions are published.</source>
        <translation>In diesem Programm steht nicht, wo neue Versionen veröffentlicht werden.</translation>
    </message>
    <message>
        <source>This chat is gone.</source>
        <translation>Dieser Chat ist nicht mehr da.</translation>
    </message>
    <message>
        <source>This computer cannot help with this model: its disk has no room for one layer, within the disk limit.</source>
        <translation>Dieser Computer kann bei diesem Modell nicht helfen: Sein Datenträger hat innerhalb der Datenträgergrenze keinen Platz für eine Schicht.</translation>
    </message>
    <message>
        <source>This computer cannot help with this model: one layer takes {least}, and it has {max} for layers.</source>
        <translation>Dieser Computer kann bei diesem Modell nicht helfen: Eine Schicht braucht {least}, und er hat {max} für Schichten.</translation>
    </message>
    <message>
        <source>This computer cannot help with this model: the layers that must stay together do not fit into its {max} for layers.</source>
        <translation>Dieser Computer kann bei diesem Modell nicht helfen: Die Schichten, die zusammenbleiben müssen, passen nicht in seine {max} für Schichten.</translation>
    </message>
    <message>
        <source>This computer cannot tell how busy it is, so that holds nothing back.</source>
        <translation>Dieser Computer kann nicht feststellen, wie ausgelastet er ist; deshalb verhindert das nichts.</translation>
    </message>
    <message>
        <source>This computer cannot tell how much memory it has.</source>
        <translation>Dieser Computer kann nicht feststellen, wie viel Speicher er hat.</translation>
    </message>
    <message>
        <source>This computer cannot tell whether it is plugged in, so that holds nothing back.</source>
        <translation>Dieser Computer kann nicht feststellen, ob er im Netzbetrieb läuft; deshalb verhindert das nichts.</translation>
    </message>
    <message>
        <source>This computer cannot tell whether its network is metered: that holds nothing back.</source>
        <translation>Dieser Computer kann nicht feststellen, ob sein Netz nach Datenmenge bezahlt wird; deshalb verhindert das nichts.</translation>
    </message>
    <message>
        <source>This computer cannot tell whether you use it, so that holds nothing back.</source>
        <translation>Dieser Computer kann nicht feststellen, ob Sie ihn benutzen; deshalb verhindert das nichts.</translation>
    </message>
    <message>
        <source>This computer computes layers {span} of {name} differently from {value}: {wrong}.</source>
        <translation>Dieser Computer berechnet die Schichten {span} von {name} anders als {value}: {wrong}.</translation>
    </message>
    <message>
        <source>This computer does not hold {missing} of {name}.</source>
        <translation>Dieser Computer hat {missing} von {name} nicht.</translation>
    </message>
    <message>
        <source>This computer does not share, so there is nothing to resume.</source>
        <translation>Dieser Computer teilt nicht, also gibt es nichts fortzusetzen.</translation>
    </message>
    <message>
        <source>This computer has shared, or was asked to.</source>
        <translation>Dieser Computer hat schon geteilt, oder er sollte es.</translation>
    </message>
    <message>
        <source>This computer is on no network. Chats use it alone until it is.</source>
        <translation>Dieser Computer ist in keinem Netz. Solange das so ist, verwenden Chats nur ihn.</translation>
    </message>
    <message>
        <source>This computer is plugged in.</source>
        <translation>Dieser Computer läuft im Netzbetrieb.</translation>
    </message>
    <message>
        <source>This computer serves these layers of {name}.</source>
        <translation>Dieser Computer stellt diese Schichten von {name} bereit.</translation>
    </message>
    <message>
        <source>This computer serves {name} now.</source>
        <translation>Dieser Computer stellt jetzt {name} bereit.</translation>
    </message>
    <message>
        <source>This computer's key cannot be read or written: {value}.</source>
        <translation>Der Schlüssel dieses Computers kann nicht gelesen oder geschrieben werden: {value}.</translation>
    </message>
    <message>
        <source>This computer's node</source>
        <translation>Der Knoten dieses Computers</translation>
    </message>
    <message>
        <source>This computer's node did not answer within {deadline_s} s.</source>
        <translation>Der Knoten dieses Computers hat nicht innerhalb von {deadline_s} s geantwortet.</translation>
    </message>
    <message>
        <source>This computer's node is off: nobody needs to reach it.</source>
        <translation>Der Knoten dieses Computers ist aus: Niemand muss ihn erreichen.</translation>
    </message>
    <message>
        <source>This computer's node sent a reply that is too long.</source>
        <translation>Der Knoten dieses Computers sandte eine zu lange Antwort.</translation>
    </message>
    <message>
        <source>This computer's own node is off.</source>
        <translation>Der eigene Knoten dieses Computers ist aus.</translation>
    </message>
    <message>
        <source>This file holds no chats that Meshnet has saved.</source>
        <translation>Diese Datei enthält keine von Meshnet gespeicherten Chats.</translation>
    </message>
    <message>
        <source>This file is of a newer version of Meshnet.</source>
        <translation>Diese Datei ist von einer neueren Version von Meshnet.</translation>
    </message>
    <message>
        <source>This file is too large: more than {value} MB.</source>
        <translation>Diese Datei ist zu groß: mehr als {value} MB.</translation>
    </message>
    <message>
        <source>This invite is damaged or not complete.</source>
        <translation>Diese Einladung ist beschädigt oder nicht vollständig.</translation>
    </message>
    <message>
        <source>This invite is damaged.</source>
        <translation>Diese Einladung ist beschädigt.</translation>
    </message>
    <message>
        <source>This invite is damaged: it holds characters that none has.</source>
        <translation>Diese Einladung ist beschädigt: Sie enthält Zeichen, die in keiner vorkommen.</translation>
    </message>
    <message>
        <source>This invite was made by a newer version of Meshnet.</source>
        <translation>Diese Einladung wurde mit einer neueren Version von Meshnet erstellt.</translation>
    </message>
    <message>
        <source>This is no invite to a swarm.</source>
        <translation>Das ist keine Einladung in einen Schwarm.</translation>
    </message>
    <message>
        <source>This is this computer's own node.</source>
        <translation>Das ist der eigene Knoten dieses Computers.</translation>
    </message>
    <message>
        <source>This is too long for an invite.</source>
        <translation>Das ist zu lang für eine Einladung.</translation>
    </message>
    <message>
        <source>This is what the computer serves above all.</source>
        <translation>Das ist es, was der Computer vor allem anderen bereitstellt.</translation>
    </message>
    <message>
        <source>This message belongs to another chat.</source>
        <translation>Diese Nachricht gehört zu einem anderen Chat.</translation>
    </message>
    <message>
        <source>This model cannot be cut at layer {end}: layers behind it share what earlier ones compute.</source>
        <translation>Dieses Modell lässt sich bei Schicht {end} nicht zerlegen: Schichten dahinter verwenden mit, was frühere berechnen.</translation>
    </message>
    <message>
        <source>This model has no chat template; the conversation was sent as plain text.</source>
        <translation>Dieses Modell hat keine Chatvorlage; die Unterhaltung wurde als reiner Text gesendet.</translation>
    </message>
    <message>
        <source>This model reads in both directions and cannot write.</source>
        <translation>Dieses Modell liest in beide Richtungen und kann nicht schreiben.</translation>
    </message>
    <message>
        <source>This model says nowhere how its answers end, so they cannot be held to a form.</source>
        <translation>Dieses Modell sagt nirgends, wie seine Antworten enden; sie können deshalb nicht in eine Form gebracht werden.</translation>
    </message>
    <message>
        <source>This model's tokenizer cannot be used to hold answers to a form.</source>
        <translation>Der Tokenizer dieses Modells kann Antworten nicht in eine Form bringen.</translation>
    </message>
    <message>
        <source>This network is not paid by volume.</source>
        <translation>Dieses Netz wird nicht nach Datenmenge bezahlt.</translation>
    </message>
    <message>
        <source>This node holds 1 shard at most, and none of them is idle and could make room.</source>
        <translation>Dieser Knoten hält höchstens 1 Shard, und der ist nicht untätig und kann keinen Platz machen.</translation>
    </message>
    <message>
        <source>This node holds {max_shards} shards at most, and none of them is idle and could make room.</source>
        <translation>Dieser Knoten hält höchstens {max_shards} Shards, und keiner davon ist untätig und könnte Platz machen.</translation>
    </message>
    <message>
        <source>This program cannot hold an answer to a form.</source>
        <translation>Dieses Programm kann eine Antwort nicht in eine Form bringen.</translation>
    </message>
    <message>
        <source>This question was not answered.</source>
        <translation>Diese Frage wurde nicht beantwortet.</translation>
    </message>
    <message>
        <source>This text is too long to be kept: more than {value} million characters.</source>
        <translation>Dieser Text ist zu lang, um gespeichert zu werden: mehr als {value} Millionen Zeichen.</translation>
    </message>
    <message>
        <source>This variant cannot be imported from GGUF; try a folder with safetensors files.</source>
        <translation>Diese Variante kann nicht aus GGUF importiert werden; versuchen Sie es mit einem Ordner mit safetensors-Dateien.</translation>
    </message>
    <message>
        <source>Top k</source>
        <translation>Top k</translation>
    </message>
    <message>
        <source>Top p</source>
        <translation>Top p</translation>
    </message>
    <message>
        <source>Try again in a few seconds, or stop one first.</source>
        <translation>Versuchen Sie es in ein paar Sekunden noch einmal, oder halten Sie zuerst eines an.</translation>
    </message>
    <message>
        <source>Try again in a moment.</source>
        <translation>Versuchen Sie es gleich noch einmal.</translation>
    </message>
    <message>
        <source>Try again in a while.</source>
        <translation>Versuchen Sie es in einer Weile noch einmal.</translation>
    </message>
    <message>
        <source>Try again in {wait_s} seconds.</source>
        <translation>Versuchen Sie es in {wait_s} Sekunden noch einmal.</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
        <source>Try again when the hub can be reached.</source>
        <translation>Versuchen Sie es noch einmal, wenn der Hub erreichbar ist.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>Try another runner, precision or device.</source>
        <translation>Versuchen Sie es mit einem anderen Rechenweg, einer anderen Genauigkeit oder einem anderen Gerät.</translation>
    </message>
    <message>
        <source>Uncertified model types</source>
        <translation>Nicht zertifizierte Modellarten</translation>
    </message>
    <message>
        <source>Unset it and start again.</source>
        <translation>Löschen Sie sie, und starten Sie neu.</translation>
    </message>
    <message>
        <source>Unset that variable and start again, or take the layers from members of your swarm.</source>
        <translation>Löschen Sie diese Variable und starten Sie neu, oder holen Sie die Schichten von Mitgliedern Ihres Schwarms.</translation>
    </message>
    <message>
        <source>Update Meshnet, or import the model again.</source>
        <translation>Aktualisieren Sie Meshnet, oder importieren Sie das Modell neu.</translation>
    </message>
    <message>
        <source>Update Meshnet, then try again.</source>
        <translation>Aktualisieren Sie Meshnet, und versuchen Sie es dann noch einmal.</translation>
    </message>
    <message>
        <source>Upload rate</source>
        <translation>Senderate</translation>
    </message>
    <message>
        <source>Use 127.0.0.1, or an address it has.</source>
        <translation>Verwenden Sie 127.0.0.1 oder eine Adresse, die er hat.</translation>
    </message>
    <message>
        <source>Use another mirror.</source>
        <translation>Verwenden Sie einen anderen Spiegel.</translation>
    </message>
    <message>
        <source>Use up to {max_name_chars} lower-case letters, digits, dots, dashes and underscores.</source>
        <translation>Verwenden Sie bis zu {max_name_chars} Kleinbuchstaben, Ziffern, Punkte, Bindestriche und Unterstriche.</translation>
    </message>
    <message>
        <source>Wait for programs</source>
        <translation>Auf Programme warten</translation>
    </message>
    <message>
        <source>Wait until a member that has it shares, or import it from a file.</source>
        <translation>Warten Sie, bis ein Mitglied teilt, das es hat, oder importieren Sie es aus einer Datei.</translation>
    </message>
    <message>
        <source>Wait while other programs are busy</source>
        <translation>Warten, während andere Programme beschäftigt sind</translation>
    </message>
    <message>
        <source>Wait while other programs use more than this much of the processor; 0: no matter how much.</source>
        <translation>Warten, während andere Programme mehr als so viel vom Prozessor nutzen; 0: egal, wie viel.</translation>
    </message>
    <message>
        <source>Waiting for other computers, which are getting their layers ready...</source>
        <translation>Wartet auf andere Computer, die ihre Schichten noch vorbereiten...</translation>
    </message>
    <message>
        <source>Waiting for your schedule: shares from {clock} on.</source>
        <translation>Wartet auf Ihren Zeitplan: teilt ab {clock}.</translation>
    </message>
    <message>
        <source>Waiting for your schedule: shares from {name}, {clock} on.</source>
        <translation>Wartet auf Ihren Zeitplan: teilt ab {name}, {clock}.</translation>
    </message>
    <message>
        <source>Waiting while {named} run.</source>
        <translation>Wartet, während {named} laufen.</translation>
    </message>
    <message>
        <source>Waiting while {named} runs.</source>
        <translation>Wartet, während {named} läuft.</translation>
    </message>
    <message>
        <source>Waiting: other programs use {busy} % of the processor; shares below {most} %.</source>
        <translation>Wartet: Andere Programme nutzen {busy} % des Prozessors; teilt unter {most} %.</translation>
    </message>
    <message>
        <source>Waiting: this computer runs on battery.</source>
        <translation>Wartet: Dieser Computer läuft im Akkubetrieb.</translation>
    </message>
    <message>
        <source>Waiting: this network is paid by volume.</source>
        <translation>Wartet: Dieses Netz wird nach Datenmenge bezahlt.</translation>
    </message>
    <message>
        <source>Waiting: you are using this computer; shares after {after} without use.</source>
        <translation>Wartet: Sie benutzen diesen Computer; teilt, wenn er {after} lang nicht benutzt wurde.</translation>
    </message>
    <message>
        <source>Waiting: you used this computer {ago} ago; shares after {after} without use.</source>
        <translation>Wartet: Sie haben diesen Computer vor {ago} benutzt; teilt, wenn er {after} lang nicht benutzt wurde.</translation>
    </message>
    <message>
        <source>Weights stored as {name} cannot be imported.</source>
        <translation>Als {name} gespeicherte Gewichte können nicht importiert werden.</translation>
    </message>
    <message>
        <source>What computes: a GPU where there is one, else the processor.</source>
        <translation>Was rechnet: eine GPU, wo es eine gibt, sonst der Prozessor.</translation>
    </message>
    <message>
        <source>What computes: the lean path where it is faster, or one of them.</source>
        <translation>Was rechnet: der schlanke Weg, wo er schneller ist, oder einer von beiden.</translation>
    </message>
    <message>
        <source>What happens when a chat grows beyond the model's context: say so, or leave turns out.</source>
        <translation>Was geschieht, wenn ein Chat über den Kontext des Modells hinauswächst: es melden oder frühere Beiträge weglassen.</translation>
    </message>
    <message>
        <source>What has come is kept; try again.</source>
        <translation>Was gekommen ist, bleibt; versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>What is computed in: float32 unless 16 bit is clearly quicker here.</source>
        <translation>Worin gerechnet wird: float32, sofern 16 Bit hier nicht deutlich schneller ist.</translation>
    </message>
    <message>
        <source>What is not proven was removed; get it again.</source>
        <translation>Was nicht nachgewiesen ist, wurde entfernt; holen Sie es neu.</translation>
    </message>
    <message>
        <source>What is said of new versions is far longer than it should be.</source>
        <translation>Die Auskunft über neue Versionen ist viel länger, als sie sein sollte.</translation>
    </message>
    <message>
        <source>What is said of new versions where they are published makes no sense.</source>
        <translation>Die Auskunft über neue Versionen ergibt keinen Sinn.</translation>
    </message>
    <message>
        <source>What members hand out is not {repository} as its identity says.</source>
        <translation>Was Mitglieder weitergeben, ist nicht {repository}, wie es seine Identität angibt.</translation>
    </message>
    <message>
        <source>What others see this computer as; empty takes its own name.</source>
        <translation>Unter welchem Namen andere diesen Computer sehen; leer nimmt seinen eigenen.</translation>
    </message>
    <message>
        <source>What routes are best at: one answer's speed, or many answers at once.</source>
        <translation>Worin Routen am besten sind: in der Geschwindigkeit einer Antwort oder in vielen Antworten zugleich.</translation>
    </message>
    <message>
        <source>What the model is told before each conversation.</source>
        <translation>Was dem Modell vor jeder Unterhaltung gesagt wird.</translation>
    </message>
    <message>
        <source>What was fetched of {model} is another thing each time.</source>
        <translation>Was von {model} geholt wurde, ist jedes Mal etwas anderes.</translation>
    </message>
    <message>
        <source>When a chat is too long</source>
        <translation>Wenn ein Chat zu lang ist</translation>
    </message>
    <message>
        <source>When a pause for a time ends, in seconds since 1970; 0: there is none.</source>
        <translation>Wann eine befristete Pause endet, in Sekunden seit 1970; 0: Es gibt keine.</translation>
    </message>
    <message>
        <source>When to share, like mon-fri 22:00-07:00; nothing: at all times.</source>
        <translation>Wann geteilt wird, etwa mon-fri 22:00-07:00; nichts: zu jeder Zeit.</translation>
    </message>
    <message>
        <source>Where chats run</source>
        <translation>Wo Chats laufen</translation>
    </message>
    <message>
        <source>Where chats run: on this computer alone where the model fits, split over the swarm, or one of them.</source>
        <translation>Wo Chats laufen: allein auf diesem Computer, wo das Modell Platz hat, auf den Schwarm verteilt oder eines von beiden.</translation>
    </message>
    <message>
        <source>Who is asked for new versions sends us in circles.</source>
        <translation>Wer nach neuen Versionen gefragt wird, schickt uns im Kreis.</translation>
    </message>
    <message>
        <source>Who is asked for new versions sends us to an address without encryption.</source>
        <translation>Wer nach neuen Versionen gefragt wird, verweist auf eine Adresse ohne Verschlüsselung.</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>With the {memory} of memory that it may use, this computer would run layers {span}.</source>
        <translation>Mit den {memory} Speicher, die er verwenden darf, würde dieser Computer die Schichten {span} ausführen.</translation>
    </message>
    <message>
        <source>With weights in {words} session caches are kept as computed.</source>
        <translation>Bei Gewichten in {words} werden Sitzungscaches so behalten, wie sie berechnet wurden.</translation>
    </message>
    <message>
        <source>With {peers} more computer like yours.</source>
        <translation>Mit {peers} weiterem Computer wie Ihrem.</translation>
    </message>
    <message>
        <source>With {peers} more computers like yours.</source>
        <translation>Mit {peers} weiteren Computern wie Ihrem.</translation>
    </message>
    <message>
        <source>Write a message.</source>
        <translation>Schreiben Sie eine Nachricht.</translation>
    </message>
    <message>
        <source>Writing to the disk failed: {value}.</source>
        <translation>Das Schreiben auf den Datenträger ist fehlgeschlagen: {value}.</translation>
    </message>
    <message>
        <source>You are in a swarm called {name} already.</source>
        <translation>Sie sind schon in einem Schwarm namens {name}.</translation>
    </message>
    <message>
        <source>You are in no swarm called {name}.</source>
        <translation>Sie sind in keinem Schwarm namens {name}.</translation>
    </message>
    <message>
        <source>You are in {max_swarms} swarms already.</source>
        <translation>Sie sind schon in {max_swarms} Schwärmen.</translation>
    </message>
    <message>
        <source>You used this computer {ago} ago.</source>
        <translation>Sie haben diesen Computer vor {ago} benutzt.</translation>
    </message>
    <message>
        <source>Your account at the hub may not read {what} yet.</source>
        <translation>Ihr Konto beim Hub darf {what} noch nicht lesen.</translation>
    </message>
    <message>
        <source>Your last good settings are used.</source>
        <translation>Ihre letzten brauchbaren Einstellungen werden verwendet.</translation>
    </message>
    <message>
        <source>Your schedule allows sharing until {clock}.</source>
        <translation>Ihr Zeitplan erlaubt das Teilen bis {clock}.</translation>
    </message>
    <message>
        <source>Your schedule allows sharing until {name}, {clock}.</source>
        <translation>Ihr Zeitplan erlaubt das Teilen bis {name}, {clock}.</translation>
    </message>
    <message>
        <source>Your swarm has room for it.</source>
        <translation>Ihr Schwarm hat Platz dafür.</translation>
    </message>
    <message>
        <source>Your swarm serves {name}: chats use it.</source>
        <translation>Ihr Schwarm stellt {name} bereit: Chats verwenden es.</translation>
    </message>
    <message>
        <source>Yours are: {names}.</source>
        <translation>Ihre sind: {names}.</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoom</translation>
    </message>
    <message>
        <source>a digest is none</source>
        <translation>eine Prüfsumme ist keine</translation>
    </message>
    <message>
        <source>a file is named twice</source>
        <translation>eine Datei ist doppelt genannt</translation>
    </message>
    <message>
        <source>a file's name is none</source>
        <translation>der Name einer Datei ist keiner</translation>
    </message>
    <message>
        <source>a folder that is no model any more</source>
        <translation>ein Ordner, der kein Modell mehr ist</translation>
    </message>
    <message>
        <source>a list is missing or too long</source>
        <translation>eine Liste fehlt oder ist zu lang</translation>
    </message>
    <message>
        <source>a message has no id of its own</source>
        <translation>eine Nachricht hat keine eigene ID</translation>
    </message>
    <message>
        <source>a message has no list of attachments, or too long a one</source>
        <translation>eine Nachricht hat keine Liste von Anhängen oder eine zu lange</translation>
    </message>
    <message>
        <source>a message is neither a question nor an answer</source>
        <translation>eine Nachricht ist weder Frage noch Antwort</translation>
    </message>
    <message>
        <source>a model that was not added to its end</source>
        <translation>ein Modell, das nicht bis zum Ende hinzugefügt wurde</translation>
    </message>
    <message>
        <source>a model that was removed</source>
        <translation>ein Modell, das entfernt wurde</translation>
    </message>
    <message>
        <source>a name is empty</source>
        <translation>ein Name ist leer</translation>
    </message>
    <message>
        <source>a tensor is named twice</source>
        <translation>ein Tensor ist doppelt genannt</translation>
    </message>
    <message>
        <source>a text in it is not UTF-8</source>
        <translation>ein Text darin ist kein UTF-8</translation>
    </message>
    <message>
        <source>a token comes twice</source>
        <translation>ein Token kommt doppelt vor</translation>
    </message>
    <message>
        <source>a token id is outside the vocabulary of {vocab_size}</source>
        <translation>eine Token-ID liegt außerhalb des Vokabulars von {vocab_size}</translation>
    </message>
    <message>
        <source>a token is implausibly long</source>
        <translation>ein Token ist unglaubwürdig lang</translation>
    </message>
    <message>
        <source>an attachment is none</source>
        <translation>ein Anhang ist keiner</translation>
    </message>
    <message>
        <source>an import that did not end</source>
        <translation>ein Import, der nicht zu Ende kam</translation>
    </message>
    <message>
        <source>another model</source>
        <translation>ein anderes Modell</translation>
    </message>
    <message>
        <source>another revision or precision of it</source>
        <translation>eine andere Revision oder Genauigkeit davon</translation>
    </message>
    <message>
        <source>another step of this session is being computed</source>
        <translation>ein anderer Schritt dieser Sitzung wird gerade berechnet</translation>
    </message>
    <message>
        <source>as stored</source>
        <translation>wie gespeichert</translation>
    </message>
    <message>
        <source>asking the hub for {repository}</source>
        <translation>der Hub wird nach {repository} gefragt</translation>
    </message>
    <message>
        <source>at most {max_verify_positions} positions can be verified in one step</source>
        <translation>in einem Schritt lassen sich höchstens {max_verify_positions} Positionen prüfen</translation>
    </message>
    <message>
        <source>caching is switched off here</source>
        <translation>Caches sind hier ausgeschaltet</translation>
    </message>
    <message>
        <source>checked {name}</source>
        <translation>{name} wurde geprüft</translation>
    </message>
    <message>
        <source>checking {name}</source>
        <translation>{name} wird geprüft</translation>
    </message>
    <message>
        <source>comparing samples with the hub</source>
        <translation>Stichproben werden mit dem Hub verglichen</translation>
    </message>
    <message>
        <source>computing a first token</source>
        <translation>ein erstes Token wird berechnet</translation>
    </message>
    <message>
        <source>converting the weights of {name}</source>
        <translation>die Gewichte von {name} werden umgewandelt</translation>
    </message>
    <message>
        <source>copying {name}</source>
        <translation>{name} wird kopiert</translation>
    </message>
    <message>
        <source>downloading the starter model ({download_bytes})</source>
        <translation>das Startmodell wird heruntergeladen ({download_bytes})</translation>
    </message>
    <message>
        <source>every session here is in use; try again in a few seconds</source>
        <translation>alle Sitzungen hier sind in Gebrauch; versuchen Sie es in ein paar Sekunden noch einmal</translation>
    </message>
    <message>
        <source>imported {name}</source>
        <translation>{name} wurde importiert</translation>
    </message>
    <message>
        <source>importing the starter model</source>
        <translation>Das Startmodell wird importiert</translation>
    </message>
    <message>
        <source>in 16 bit</source>
        <translation>in 16 Bit</translation>
    </message>
    <message>
        <source>in 4 bit</source>
        <translation>in 4 Bit</translation>
    </message>
    <message>
        <source>in 8 bit</source>
        <translation>in 8 Bit</translation>
    </message>
    <message>
        <source>it cannot be opened</source>
        <translation>sie lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>it ends before the tensor {name} does</source>
        <translation>sie endet vor dem Tensor {name}</translation>
    </message>
    <message>
        <source>it ends inside its header</source>
        <translation>sie endet mitten in ihrem Kopf</translation>
    </message>
    <message>
        <source>it has a sliding window, as Olmo 3 has</source>
        <translation>es hat ein gleitendes Fenster wie Olmo 3</translation>
    </message>
    <message>
        <source>it has both a sliding window and biases</source>
        <translation>es hat sowohl ein gleitendes Fenster als auch Biases</translation>
    </message>
    <message>
        <source>it has no list of messages, or too long a one</source>
        <translation>er hat keine Liste von Nachrichten oder eine zu lange</translation>
    </message>
    <message>
        <source>it has {tokens} tokens for an embedding of {vocab_size}</source>
        <translation>er hat {tokens} Tokens für ein Embedding von {vocab_size}</translation>
    </message>
    <message>
        <source>it holds a value of the unknown kind {kind}</source>
        <translation>sie enthält einen Wert der unbekannten Art {kind}</translation>
    </message>
    <message>
        <source>it holds no settings</source>
        <translation>sie enthält keine Einstellungen</translation>
    </message>
    <message>
        <source>it is a list of texts</source>
        <translation>verlangt ist eine Liste von Texten</translation>
    </message>
    <message>
        <source>it is a number</source>
        <translation>verlangt ist eine Zahl</translation>
    </message>
    <message>
        <source>it is a pipe</source>
        <translation>es ist eine Pipe</translation>
    </message>
    <message>
        <source>it is a text</source>
        <translation>verlangt ist ein Text</translation>
    </message>
    <message>
        <source>it is a whole number</source>
        <translation>verlangt ist eine ganze Zahl</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>sie ist leer</translation>
    </message>
    <message>
        <source>it is far too large</source>
        <translation>sie ist viel zu groß</translation>
    </message>
    <message>
        <source>it is longer than {limits} characters</source>
        <translation>mehr als {limits} Zeichen</translation>
    </message>
    <message>
        <source>it is missing or cannot be read</source>
        <translation>sie fehlt oder kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>it is no chat</source>
        <translation>es ist kein Chat</translation>
    </message>
    <message>
        <source>it is not a member of this swarm, or we are none of its</source>
        <translation>er ist kein Mitglied dieses Schwarms, oder wir sind keines von seinem</translation>
    </message>
    <message>
        <source>it is not an address like https://host</source>
        <translation>es ist keine Adresse wie https://host</translation>
    </message>
    <message>
        <source>it is not valid JSON</source>
        <translation>es ist kein gültiges JSON</translation>
    </message>
    <message>
        <source>it is of another version</source>
        <translation>sie stammt aus einer anderen Version</translation>
    </message>
    <message>
        <source>it is on or off</source>
        <translation>verlangt ist an oder aus</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>sie ist zu groß</translation>
    </message>
    <message>
        <source>it left</source>
        <translation>er ist gegangen</translation>
    </message>
    <message>
        <source>it merges pieces that are not tokens</source>
        <translation>er fügt Stücke zusammen, die keine Tokens sind</translation>
    </message>
    <message>
        <source>it scales its rotary embedding by factors of its own</source>
        <translation>es skaliert sein Rotary Embedding mit eigenen Faktoren</translation>
    </message>
    <message>
        <source>it scales its rotary embedding in the way {kind}</source>
        <translation>es skaliert sein Rotary Embedding auf die Art {kind}</translation>
    </message>
    <message>
        <source>its alignment is not plausible</source>
        <translation>ihre Ausrichtung ist nicht plausibel</translation>
    </message>
    <message>
        <source>its attention heads have an unusual size</source>
        <translation>die Attention Heads haben eine ungewöhnliche Größe</translation>
    </message>
    <message>
        <source>its attention is of an unusual kind</source>
        <translation>die Attention ist von ungewöhnlicher Art</translation>
    </message>
    <message>
        <source>its first or last token has a name that cannot be</source>
        <translation>das erste oder letzte Token hat einen Namen, den es nicht geben kann</translation>
    </message>
    <message>
        <source>its rotary embedding covers a part of each attention head only</source>
        <translation>das Rotary Embedding umfasst nur einen Teil jedes Attention Heads</translation>
    </message>
    <message>
        <source>its rotary scaling sets yarn_log_multiplier</source>
        <translation>die Skalierung des Rotary Embeddings setzt yarn_log_multiplier</translation>
    </message>
    <message>
        <source>its rotary scaling sets {key}</source>
        <translation>die Skalierung des Rotary Embeddings setzt {key}</translation>
    </message>
    <message>
        <source>its {name} are none</source>
        <translation>{name}: das ist keines</translation>
    </message>
    <message>
        <source>its {name} are too long</source>
        <translation>{name}: zu lang</translation>
    </message>
    <message>
        <source>its {name} cannot be kept</source>
        <translation>{name}: das lässt sich nicht speichern</translation>
    </message>
    <message>
        <source>its {name} is no text</source>
        <translation>{name}: das ist kein Text</translation>
    </message>
    <message>
        <source>its {name} is no time</source>
        <translation>{name}: das ist keine Zeit</translation>
    </message>
    <message>
        <source>its {name} is too long</source>
        <translation>{name}: zu lang</translation>
    </message>
    <message>
        <source>layers {span} are about to leave this node, which takes no new session for them</source>
        <translation>Schichten {span} verlassen diesen Knoten gleich, er nimmt dafür keine neue Sitzung an</translation>
    </message>
    <message>
        <source>layers {span} are being loaded</source>
        <translation>Schichten {span} werden geladen</translation>
    </message>
    <message>
        <source>layers {start_layer}-{end_layer} are not all here: this node has {spans}</source>
        <translation>Schichten {start_layer}-{end_layer} sind nicht alle hier: Dieser Knoten hat {spans}</translation>
    </message>
    <message>
        <source>layers {start}-{end} are not all here: this node has {own}</source>
        <translation>Schichten {start}-{end} sind nicht alle hier: Dieser Knoten hat {own}</translation>
    </message>
    <message>
        <source>making the {words} weights of {pieces}, once</source>
        <translation>die {words}-Gewichte werden einmalig erstellt ({pieces})</translation>
    </message>
    <message>
        <source>making the {words} weights, once</source>
        <translation>die {words}-Gewichte werden einmalig erstellt</translation>
    </message>
    <message>
        <source>more than 64 names</source>
        <translation>mehr als 64 Namen</translation>
    </message>
    <message>
        <source>more than 64 peers</source>
        <translation>mehr als 64 Peers</translation>
    </message>
    <message>
        <source>more than {max_loaded_shards} shards</source>
        <translation>mehr als {max_loaded_shards} Shards</translation>
    </message>
    <message>
        <source>no connection</source>
        <translation>keine Verbindung</translation>
    </message>
    <message>
        <source>no relay answers</source>
        <translation>kein Relais antwortet</translation>
    </message>
    <message>
        <source>no room</source>
        <translation>kein Platz</translation>
    </message>
    <message>
        <source>no way to this node</source>
        <translation>kein Weg zu diesem Knoten</translation>
    </message>
    <message>
        <source>none of its {direct} addresses answers, nor a relay</source>
        <translation>keine seiner {direct} Adressen antwortet, auch kein Relais</translation>
    </message>
    <message>
        <source>none of the allowed tokens is in the vocabulary</source>
        <translation>keines der erlaubten Tokens ist im Vokabular</translation>
    </message>
    <message>
        <source>not a node id</source>
        <translation>keine Knoten-ID</translation>
    </message>
    <message>
        <source>not an address</source>
        <translation>keine Adresse</translation>
    </message>
    <message>
        <source>not every token has a score</source>
        <translation>nicht jedes Token hat eine Bewertung</translation>
    </message>
    <message>
        <source>not every token has a type</source>
        <translation>nicht jedes Token hat eine Art</translation>
    </message>
    <message>
        <source>not in its swarm</source>
        <translation>nicht in seinem Schwarm</translation>
    </message>
    <message>
        <source>one answered with tokens and the other with hidden states</source>
        <translation>einer antwortete mit Tokens, der andere mit verborgenen Zuständen</translation>
    </message>
    <message>
        <source>pip did not deliver the starter model.</source>
        <translation>pip hat das Startmodell nicht geliefert.</translation>
    </message>
    <message>
        <source>reading the weights</source>
        <translation>die Gewichte werden gelesen</translation>
    </message>
    <message>
        <source>reading what the files of {name} hold</source>
        <translation>der Inhalt der Dateien von {name} wird gelesen</translation>
    </message>
    <message>
        <source>the batch must be 1 and hold at least one position</source>
        <translation>der Stapel muss 1 sein und mindestens eine Position enthalten</translation>
    </message>
    <message>
        <source>the body came slower than {value} kB/s</source>
        <translation>der Inhalt kam langsamer als mit {value} kB/s</translation>
    </message>
    <message>
        <source>the body claims {claimed} bytes; this model takes at most {most}</source>
        <translation>der Inhalt gibt {claimed} Bytes an; dieses Modell nimmt höchstens {most}</translation>
    </message>
    <message>
        <source>the body is larger than {most} bytes, the most that this model takes</source>
        <translation>der Inhalt ist größer als {most} Bytes, das Höchste, was dieses Modell nimmt</translation>
    </message>
    <message>
        <source>the call raised {error}</source>
        <translation>der Aufruf löste {error} aus</translation>
    </message>
    <message>
        <source>the connection was lost</source>
        <translation>die Verbindung ging verloren</translation>
    </message>
    <message>
        <source>the content length is not a number</source>
        <translation>die Länge des Inhalts ist keine Zahl</translation>
    </message>
    <message>
        <source>the embedding</source>
        <translation>das Embedding</translation>
    </message>
    <message>
        <source>the hidden size is {shape} where this model has {hidden_size}</source>
        <translation>die verborgene Größe ist {shape}, dieses Modell hat {hidden_size}</translation>
    </message>
    <message>
        <source>the hidden states hold values that are not finite</source>
        <translation>die verborgenen Zustände enthalten Werte, die nicht endlich sind</translation>
    </message>
    <message>
        <source>the key {key} comes twice</source>
        <translation>der Schlüssel {key} kommt doppelt vor</translation>
    </message>
    <message>
        <source>the layers answer in an unknown form</source>
        <translation>die Schichten antworten in unbekannter Form</translation>
    </message>
    <message>
        <source>the memory for session caches is full here</source>
        <translation>der Speicher für Sitzungscaches ist hier voll</translation>
    </message>
    <message>
        <source>the past length must be what is left after cropping</source>
        <translation>die bisherige Länge muss das sein, was nach dem Kürzen übrig ist</translation>
    </message>
    <message>
        <source>the shapes differ</source>
        <translation>die Formen weichen voneinander ab</translation>
    </message>
    <message>
        <source>the swarm was left</source>
        <translation>der Schwarm wurde verlassen</translation>
    </message>
    <message>
        <source>the tail</source>
        <translation>der Schlussteil</translation>
    </message>
    <message>
        <source>the tensor {name} comes twice</source>
        <translation>der Tensor {name} kommt doppelt vor</translation>
    </message>
    <message>
        <source>the tensor {name} does not lie where its shape says</source>
        <translation>der Tensor {name} liegt nicht da, wo seine Form es sagt</translation>
    </message>
    <message>
        <source>the tensor {name} has an impossible shape</source>
        <translation>der Tensor {name} hat eine unmögliche Form</translation>
    </message>
    <message>
        <source>the tensor {name} has {num_dimensions} dimensions</source>
        <translation>der Tensor {name} hat {num_dimensions} Dimensionen</translation>
    </message>
    <message>
        <source>the tensor {name} lies nowhere</source>
        <translation>der Tensor {name} liegt nirgends</translation>
    </message>
    <message>
        <source>the tensors do not fill {name}</source>
        <translation>die Tensoren füllen {name} nicht aus</translation>
    </message>
    <message>
        <source>the tunnels are closed</source>
        <translation>die Tunnel sind geschlossen</translation>
    </message>
    <message>
        <source>the values differ</source>
        <translation>die Werte weichen voneinander ab</translation>
    </message>
    <message>
        <source>the values differ by {value}</source>
        <translation>die Werte weichen um {value} voneinander ab</translation>
    </message>
    <message>
        <source>the {role} token {index} does not exist</source>
        <translation>das Token {index} für {role} existiert nicht</translation>
    </message>
    <message>
        <source>there are more than {max_entries} entries</source>
        <translation>es sind mehr als {max_entries} Einträge</translation>
    </message>
    <message>
        <source>there is no display</source>
        <translation>es gibt keinen Bildschirm</translation>
    </message>
    <message>
        <source>there is no time at all at which to share: choose an hour, or pause sharing</source>
        <translation>es gibt überhaupt keine Zeit, zu der geteilt würde: wählen Sie eine Stunde, oder pausieren Sie das Teilen</translation>
    </message>
    <message>
        <source>there is not enough memory for this step here</source>
        <translation>hier reicht der Speicher für diesen Schritt nicht</translation>
    </message>
    <message>
        <source>this computer is in no swarm</source>
        <translation>dieser Computer ist in keinem Schwarm</translation>
    </message>
    <message>
        <source>this model needs token ids of its vocabulary beside the hidden states on every hop</source>
        <translation>dieses Modell braucht an jeder Station neben den verborgenen Zuständen auch Token-IDs seines Vokabulars</translation>
    </message>
    <message>
        <source>this node already hands weights to {most} requests</source>
        <translation>dieser Knoten gibt schon für {most} Anfragen Gewichte weiter</translation>
    </message>
    <message>
        <source>this node already hands weights to {per_member} requests of this member</source>
        <translation>dieser Knoten gibt schon für {per_member} Anfragen dieses Mitglieds Gewichte weiter</translation>
    </message>
    <message>
        <source>this node already has {max_per_client} requests of this client waiting</source>
        <translation>an diesem Knoten warten schon {max_per_client} Anfragen dieses Absenders</translation>
    </message>
    <message>
        <source>this node already has {max_requests} requests waiting</source>
        <translation>an diesem Knoten warten schon {max_requests} Anfragen</translation>
    </message>
    <message>
        <source>this node is stopping</source>
        <translation>dieser Knoten hält gerade an</translation>
    </message>
    <message>
        <source>this node serves {identity}</source>
        <translation>dieser Knoten stellt {identity} bereit</translation>
    </message>
    <message>
        <source>this node serves {value}</source>
        <translation>dieser Knoten stellt {value} bereit</translation>
    </message>
    <message>
        <source>this session belongs to another client</source>
        <translation>diese Sitzung gehört zu einem anderen Absender</translation>
    </message>
    <message>
        <source>this session holds layers {span}, not {span2}</source>
        <translation>diese Sitzung hat die Schichten {span}, nicht {span2}</translation>
    </message>
    <message>
        <source>this session holds {num_tokens} tokens, not {past_len}</source>
        <translation>diese Sitzung hat {num_tokens} Tokens, nicht {past_len}</translation>
    </message>
    <message>
        <source>this session is not held here</source>
        <translation>diese Sitzung gibt es hier nicht</translation>
    </message>
    <message>
        <source>token ids are for layer 0; this request starts at layer {start}</source>
        <translation>Token-IDs sind für Schicht 0; diese Anfrage beginnt bei Schicht {start}</translation>
    </message>
    <message>
        <source>too many tunnels</source>
        <translation>zu viele Tunnel</translation>
    </message>
    <message>
        <source>waiting for another fetch of {name} to end</source>
        <translation>ein anderes Holen von {name} wird abgewartet</translation>
    </message>
    <message>
        <source>waiting for another import to finish</source>
        <translation>ein anderer Import wird abgewartet</translation>
    </message>
    <message>
        <source>{address} (layers {span})</source>
        <translation>{address} (Schichten {span})</translation>
    </message>
    <message>
        <source>{address} is not encrypted: whoever is on the way could read and change the chat.</source>
        <translation>{address} ist nicht verschlüsselt: Wer auf dem Weg dazwischen sitzt, könnte den Chat lesen und ändern.</translation>
    </message>
    <message>
        <source>{bad} of its tensors are not what the hub has.</source>
        <translation>{bad} seiner Tensoren sind nicht das, was der Hub hat.</translation>
    </message>
    <message>
        <source>{direct} It passes on traffic for those who cannot be reached, and invites can name it.</source>
        <translation>{direct} Er leitet Daten für die weiter, die nicht erreichbar sind, und Einladungen können ihn nennen.</translation>
    </message>
    <message>
        <source>{direct} With TCP port {swarm_port} open as well it could pass on traffic for those who cannot.</source>
        <translation>{direct} Wäre auch TCP-Port {swarm_port} offen, könnte er Daten für die weiterleiten, die nicht erreichbar sind.</translation>
    </message>
    <message>
        <source>{entry} begins at 24:00: take 00:00 of the next day</source>
        <translation>{entry} beginnt um 24:00: nehmen Sie 00:00 des nächsten Tages</translation>
    </message>
    <message>
        <source>{entry} goes on after its times</source>
        <translation>{entry} geht nach den Zeiten noch weiter</translation>
    </message>
    <message>
        <source>{entry} has a time that no clock shows</source>
        <translation>{entry} hat eine Zeit, die keine Uhr zeigt</translation>
    </message>
    <message>
        <source>{entry} is nothing like mon-fri 22:00-07:00</source>
        <translation>{entry} ist nicht wie mon-fri 22:00-07:00</translation>
    </message>
    <message>
        <source>{file} cannot be read.</source>
        <translation>{file} kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>{hop} answered a token that may not come here.</source>
        <translation>{hop} antwortete mit einem Token, das hier nicht kommen darf.</translation>
    </message>
    <message>
        <source>{hop} answered a token that the model does not have.</source>
        <translation>{hop} antwortete mit einem Token, das das Modell nicht hat.</translation>
    </message>
    <message>
        <source>{hop} does not answer; waiting for it or somebody else to come.</source>
        <translation>{hop} antwortet nicht; es wird auf ihn oder einen anderen gewartet.</translation>
    </message>
    <message>
        <source>{hop} does not say how likely its tokens are.</source>
        <translation>{hop} sagt nicht, wie wahrscheinlich die Tokens sind.</translation>
    </message>
    <message>
        <source>{hop} is busy.</source>
        <translation>{hop} ist beschäftigt.</translation>
    </message>
    <message>
        <source>{hop} is busy; waiting for it.</source>
        <translation>{hop} ist beschäftigt; es wird darauf gewartet.</translation>
    </message>
    <message>
        <source>{hop} is leaving.</source>
        <translation>{hop} geht.</translation>
    </message>
    <message>
        <source>{hop} keeps losing its session cache.</source>
        <translation>{hop} verliert den Sitzungscache immer wieder.</translation>
    </message>
    <message>
        <source>{hop} keeps no session cache.</source>
        <translation>{hop} hält keinen Sitzungscache.</translation>
    </message>
    <message>
        <source>{hop} left.</source>
        <translation>{hop} ist gegangen.</translation>
    </message>
    <message>
        <source>{hop} left: {text}</source>
        <translation>{hop} ist gegangen: {text}</translation>
    </message>
    <message>
        <source>{hop} lost a session cache ({reason}); its part is computed again.</source>
        <translation>{hop} hat einen Sitzungscache verloren ({reason}); dieser Teil wird neu berechnet.</translation>
    </message>
    <message>
        <source>{hop} lost its session cache {max_misses} times in a row.</source>
        <translation>{hop} hat den Sitzungscache {max_misses}-mal nacheinander verloren.</translation>
    </message>
    <message>
        <source>{hop} missed a session cache that it was not asked for.</source>
        <translation>{hop} vermisste einen Sitzungscache, nach dem nicht gefragt wurde.</translation>
    </message>
    <message>
        <source>{hop} refused the step: {reason}.</source>
        <translation>{hop} hat den Schritt abgelehnt: {reason}.</translation>
    </message>
    <message>
        <source>{hop} says it holds {held} tokens where {num_held} were due.</source>
        <translation>{hop} gibt an, {held} Tokens zu halten, wo es {num_held} sein müssten.</translation>
    </message>
    <message>
        <source>{hop} sent a broken reply: {exc}.</source>
        <translation>{hop} sandte eine fehlerhafte Antwort: {exc}.</translation>
    </message>
    <message>
        <source>{hop} serves another model: {reason}.</source>
        <translation>{hop} stellt ein anderes Modell bereit: {reason}.</translation>
    </message>
    <message>
        <source>{hop} stayed busy: {reason}.</source>
        <translation>{hop} blieb beschäftigt: {reason}.</translation>
    </message>
    <message>
        <source>{host} is no address of this computer.</source>
        <translation>{host} ist keine Adresse dieses Computers.</translation>
    </message>
    <message>
        <source>{last} goes on.</source>
        <translation>{last} läuft weiter.</translation>
    </message>
    <message>
        <source>{listen_port} is no port.</source>
        <translation>{listen_port} ist kein Port.</translation>
    </message>
    <message>
        <source>{max_keys} programs use this configuration already.</source>
        <translation>{max_keys} Programme verwenden diese Konfiguration schon.</translation>
    </message>
    <message>
        <source>{name} alone is not a model.</source>
        <translation>{name} allein ist kein Modell.</translation>
    </message>
    <message>
        <source>{name} answered with a list of weights that is none.</source>
        <translation>{name} antwortete mit einer Gewichtsliste, die keine ist.</translation>
    </message>
    <message>
        <source>{name} answered with something that is no reply.</source>
        <translation>{name} antwortete mit etwas, das keine Antwort ist.</translation>
    </message>
    <message>
        <source>{name} became shorter</source>
        <translation>{name} wurde kürzer</translation>
    </message>
    <message>
        <source>{name} cannot be imported from GGUF yet: {why}.</source>
        <translation>{name} kann noch nicht aus GGUF importiert werden: {why}.</translation>
    </message>
    <message>
        <source>{name} cannot be reached.</source>
        <translation>{name} ist nicht erreichbar.</translation>
    </message>
    <message>
        <source>{name} cannot be reached: {exc}.</source>
        <translation>{name} ist nicht erreichbar: {exc}.</translation>
    </message>
    <message>
        <source>{name} cannot be the name of a model.</source>
        <translation>{name} kann nicht der Name eines Modells sein.</translation>
    </message>
    <message>
        <source>{name} could not be read.</source>
        <translation>{name} konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>{name} describes a model that cannot be.</source>
        <translation>{name} beschreibt ein Modell, das es nicht geben kann.</translation>
    </message>
    <message>
        <source>{name} did not answer within {deadline_s} s.</source>
        <translation>{name} hat nicht innerhalb von {deadline_s} s geantwortet.</translation>
    </message>
    <message>
        <source>{name} does not answer (no answer within {deadline_s} s).</source>
        <translation>{name} antwortet nicht (keine Antwort innerhalb von {deadline_s} s).</translation>
    </message>
    <message>
        <source>{name} does not answer ({exc}).</source>
        <translation>{name} antwortet nicht ({exc}).</translation>
    </message>
    <message>
        <source>{name} does not answer.</source>
        <translation>{name} antwortet nicht.</translation>
    </message>
    <message>
        <source>{name} does not fit into the memory that is free here.</source>
        <translation>{name} passt nicht in den Speicher, der hier frei ist.</translation>
    </message>
    <message>
        <source>{name} does not give the kind of attention for every layer.</source>
        <translation>{name} gibt nicht für jede Schicht die Art der Attention an.</translation>
    </message>
    <message>
        <source>{name} does not hand out what it had offered ({status}).</source>
        <translation>{name} gibt nicht weiter, was zuvor angeboten war ({status}).</translation>
    </message>
    <message>
        <source>{name} does not hold this any more.</source>
        <translation>{name} hat das nicht mehr.</translation>
    </message>
    <message>
        <source>{name} does not say</source>
        <translation>{name} gibt darüber keine Auskunft</translation>
    </message>
    <message>
        <source>{name} gave less than it was asked for.</source>
        <translation>{name} gab weniger, als verlangt war.</translation>
    </message>
    <message>
        <source>{name} gave more than it was asked for.</source>
        <translation>{name} gab mehr, als verlangt war.</translation>
    </message>
    <message>
        <source>{name} gave nothing for {stall_s} seconds.</source>
        <translation>{name} gab {stall_s} Sekunden lang nichts.</translation>
    </message>
    <message>
        <source>{name} gave other bytes than it should have.</source>
        <translation>{name} gab andere Bytes als die richtigen.</translation>
    </message>
    <message>
        <source>{name} gives {value} for {key}, which cannot be.</source>
        <translation>{name} gibt {value} für {key} an, was nicht sein kann.</translation>
    </message>
    <message>
        <source>{name} hands out no weights ({status}).</source>
        <translation>{name} gibt keine Gewichte weiter ({status}).</translation>
    </message>
    <message>
        <source>{name} has a tokenizer of the kind {name2}, which cannot be imported from GGUF yet.</source>
        <translation>{name} hat einen Tokenizer der Art {name2}, der noch nicht aus GGUF importiert werden kann.</translation>
    </message>
    <message>
        <source>{name} has layers {full_span}, not {span}.</source>
        <translation>{name} hat die Schichten {full_span}, nicht {span}.</translation>
    </message>
    <message>
        <source>{name} has no usable {name2}.</source>
        <translation>In {name} gibt es kein brauchbares {name2}.</translation>
    </message>
    <message>
        <source>{name} has {tensors} tensors</source>
        <translation>{name} hat {tensors} Tensoren</translation>
    </message>
    <message>
        <source>{name} holds tensors that this kind of model should not have, such as {unknown}.</source>
        <translation>{name} enthält Tensoren, die diese Art Modell nicht haben sollte, etwa {unknown}.</translation>
    </message>
    <message>
        <source>{name} is a GGUF file of version {version} or of a big-endian computer; 2 and 3 can be read.</source>
        <translation>{name} ist eine GGUF-Datei der Version {version} oder von einem Big-Endian-Computer; lesbar sind 2 und 3.</translation>
    </message>
    <message>
        <source>{name} is a reserved name on Windows.</source>
        <translation>{name} ist unter Windows ein reservierter Name.</translation>
    </message>
    <message>
        <source>{name} is busy.</source>
        <translation>{name} ist beschäftigt.</translation>
    </message>
    <message>
        <source>{name} is here already</source>
        <translation>{name} ist schon hier</translation>
    </message>
    <message>
        <source>{name} is in use on this computer.</source>
        <translation>{name} wird auf diesem Computer verwendet.</translation>
    </message>
    <message>
        <source>{name} is no Meshnet node (HTTP status {code}).</source>
        <translation>{name} ist kein Knoten von Meshnet (HTTP-Status {code}).</translation>
    </message>
    <message>
        <source>{name} is no Meshnet node: {exc}.</source>
        <translation>{name} ist kein Knoten von Meshnet: {exc}.</translation>
    </message>
    <message>
        <source>{name} is not a GGUF file.</source>
        <translation>{name} ist keine GGUF-Datei.</translation>
    </message>
    <message>
        <source>{name} is one of {num_pieces} pieces of a model.</source>
        <translation>{name} ist eines von {num_pieces} Stücken eines Modells.</translation>
    </message>
    <message>
        <source>{name} is slower than others.</source>
        <translation>{name} ist langsamer als andere.</translation>
    </message>
    <message>
        <source>{name} lacks the tensor {source}.</source>
        <translation>In {name} fehlt der Tensor {source}.</translation>
    </message>
    <message>
        <source>{name} lies here whole, in its own files.</source>
        <translation>{name} liegt hier als Ganzes, in seinen eigenen Dateien.</translation>
    </message>
    <message>
        <source>{name} offers a model under the name of another.</source>
        <translation>{name} bietet ein Modell unter dem Namen eines anderen an.</translation>
    </message>
    <message>
        <source>{name} offers files that are far too large.</source>
        <translation>{name} bietet viel zu große Dateien an.</translation>
    </message>
    <message>
        <source>{name} says nothing usable about {key}.</source>
        <translation>{name} sagt nichts Brauchbares über {key}.</translation>
    </message>
    <message>
        <source>{name} sends less than {value} kB/s.</source>
        <translation>{name} sendet weniger als {value} kB/s.</translation>
    </message>
    <message>
        <source>{name} sent a broken reply: {exc}.</source>
        <translation>{name} sandte eine fehlerhafte Antwort: {exc}.</translation>
    </message>
    <message>
        <source>{name} sent another part than it was asked for.</source>
        <translation>{name} sandte einen anderen Teil als verlangt.</translation>
    </message>
    <message>
        <source>{name} sent less than it had announced.</source>
        <translation>{name} sandte weniger, als angekündigt war.</translation>
    </message>
    <message>
        <source>{name} sent something else than it had announced.</source>
        <translation>{name} sandte etwas anderes, als angekündigt war.</translation>
    </message>
    <message>
        <source>{name} splits text in the way {pre}, which cannot be imported from GGUF yet.</source>
        <translation>{name} zerlegt Text auf die Art {pre}, die noch nicht aus GGUF importiert werden kann.</translation>
    </message>
    <message>
        <source>{name} uses {used} of {sizes} experts, which cannot be.</source>
        <translation>{name} verwendet {used} von {sizes} Experten, was nicht sein kann.</translation>
    </message>
    <message>
        <source>{name}: none of its layers is here yet, so there is nothing to check.</source>
        <translation>{name}: Noch ist keine der Schichten hier, also gibt es nichts zu prüfen.</translation>
    </message>
    <message>
        <source>{name}: {kept} damaged; remove the model and get it again.</source>
        <translation>{name}: {kept} beschädigt; entfernen Sie das Modell, und holen Sie es neu.</translation>
    </message>
    <message>
        <source>{name}: {num_tensors} tensors are as they should be.</source>
        <translation>{name}: {num_tensors} Tensoren sind so, wie sie sein sollen.</translation>
    </message>
    <message>
        <source>{name}: {removed} damaged and removed; get it again.</source>
        <translation>{name}: {removed} beschädigt und entfernt; holen Sie das neu.</translation>
    </message>
    <message>
        <source>{num_bytes} are needed, but the disk limit leaves room for only {max}.</source>
        <translation>{num_bytes} werden gebraucht, aber die Datenträgergrenze lässt nur noch Platz für {max}.</translation>
    </message>
    <message>
        <source>{num_messages} earlier messages were left out: the chat is longer than the model's context.</source>
        <translation>{num_messages} frühere Nachrichten wurden weggelassen: Der Chat ist länger als der Kontext des Modells.</translation>
    </message>
    <message>
        <source>{num_ranges} samples are what the hub has.</source>
        <translation>{num_ranges} Stichproben stimmen mit dem Hub überein.</translation>
    </message>
    <message>
        <source>{num} chats could be read from it and are here.</source>
        <translation>{num} Chats ließen sich daraus lesen und sind hier.</translation>
    </message>
    <message>
        <source>{others} and {last} go on.</source>
        <translation>{others} und {last} laufen weiter.</translation>
    </message>
    <message>
        <source>{own} was switched off.</source>
        <translation>{own} wurde ausgeschaltet.</translation>
    </message>
    <message>
        <source>{peer} is not ready ({state}).</source>
        <translation>{peer} ist nicht bereit ({state}).</translation>
    </message>
    <message>
        <source>{place}: there is no setting named {name}.</source>
        <translation>{place}: Es gibt keine Einstellung namens {name}.</translation>
    </message>
    <message>
        <source>{repository} changed at the hub.</source>
        <translation>{repository} hat sich am Hub geändert.</translation>
    </message>
    <message>
        <source>{repository} comes with code of its own, which Meshnet never runs.</source>
        <translation>{repository} bringt eigenen Code mit, den Meshnet niemals ausführt.</translation>
    </message>
    <message>
        <source>{repository} has .gguf files only.</source>
        <translation>{repository} hat nur .gguf-Dateien.</translation>
    </message>
    <message>
        <source>{repository} has several weight files but no {index_name}.</source>
        <translation>{repository} hat mehrere Gewichtsdateien, aber keine {index_name}.</translation>
    </message>
    <message>
        <source>{repository} has weights but no config.json.</source>
        <translation>{repository} hat Gewichte, aber keine config.json.</translation>
    </message>
    <message>
        <source>{repository} holds no language model.</source>
        <translation>{repository} enthält kein Sprachmodell.</translation>
    </message>
    <message>
        <source>{repository} is no name of a repository.</source>
        <translation>{repository} ist kein Name eines Repositorys.</translation>
    </message>
    <message>
        <source>{repository} lacks {missing}, which its index names.</source>
        <translation>In {repository} fehlt {missing}, aber der Index nennt diese Datei.</translation>
    </message>
    <message>
        <source>{revision} is no revision.</source>
        <translation>{revision} ist keine Revision.</translation>
    </message>
    <message>
        <source>{source}: {name} cannot be used: {wrong}.</source>
        <translation>{source}: {name} kann nicht verwendet werden: {wrong}.</translation>
    </message>
    <message>
        <source>{text} is no address like http://host:port</source>
        <translation>{text} ist keine Adresse wie http://host:port</translation>
    </message>
    <message>
        <source>{text} is no address of a swarm.</source>
        <translation>{text} ist keine Adresse eines Schwarms.</translation>
    </message>
    <message>
        <source>{text} is no host name or address</source>
        <translation>{text} ist weder Hostname noch Adresse</translation>
    </message>
    <message>
        <source>{text} is no peer address.</source>
        <translation>{text} ist keine Adresse eines Peers.</translation>
    </message>
    <message>
        <source>{there} is not a folder.</source>
        <translation>{there} ist kein Ordner.</translation>
    </message>
    <message>
        <source>{value} are needed, but {root} has only {free} free.</source>
        <translation>{value} werden gebraucht, aber in {root} sind nur {free} frei.</translation>
    </message>
    <message>
        <source>{value} are needed, but {root} has only {value2} free.</source>
        <translation>{value} werden gebraucht, aber in {root} sind nur {value2} frei.</translation>
    </message>
    <message>
        <source>{value} is not between {limits} and {limits2}</source>
        <translation>{value} liegt nicht zwischen {limits} und {limits2}</translation>
    </message>
    <message>
        <source>{value} is not one of {limits}</source>
        <translation>{value} ist keines von {limits}</translation>
    </message>
    <message>
        <source>{value} of {mine} tokens differ</source>
        <translation>{value} von {mine} Tokens weichen ab</translation>
    </message>
    <message>
        <source>{value} tokens are more than the model's context of {context_tokens}</source>
        <translation>{value} Tokens sind mehr als der Kontext des Modells von {context_tokens}</translation>
    </message>
    <message>
        <source>{value} {what} are not plausible</source>
        <translation>{value} {what} sind nicht plausibel</translation>
    </message>
    <message>
        <source>{variable} cannot be used: {wrong}.</source>
        <translation>{variable} kann nicht verwendet werden: {wrong}.</translation>
    </message>
    <message>
        <source>{variable} is {text}, but it must be a number.</source>
        <translation>{variable} ist {text}, muss aber eine Zahl sein.</translation>
    </message>
    <message>
        <source>{variable} is {text}, but it must be {wanted}.</source>
        <translation>{variable} ist {text}, muss aber {wanted} sein.</translation>
    </message>
    <message>
        <source>{what} is gated: the hub gives it to those who have accepted its terms.</source>
        <translation>{what} ist an Bedingungen geknüpft: Der Hub gibt es denen, die sie angenommen haben.</translation>
    </message>
</context>
</TS>
