; What the user has made and fetched: kept at uninstalling unless the user ticks a box, or /DELETEDATA was given.
;
; The app's three folders (settings.py: data_dir, config_dir, cache_dir) are on Windows this one folder and what is in it.

Var Box

Function un.ShowDataPage
    ${If} ${Silent}
        Abort
    ${EndIf}
    !insertmacro MUI_HEADER_TEXT "$(DataTitle)" "$(DataSubtitle)"
    nsDialogs::Create 1018
    Pop $0
    ${NSD_CreateLabel} 0 0 100% 36u "$(DataText)"
    Pop $0
    ${NSD_CreateLabel} 0 40u 100% 12u "${DATA}"
    Pop $0
    ${NSD_CreateCheckbox} 0 60u 100% 12u "$(DataBox)"
    Pop $Box
    ${If} $DeleteData = 1
        ${NSD_Check} $Box
    ${EndIf}
    nsDialogs::Show
FunctionEnd

Function un.LeaveDataPage
    ${NSD_GetState} $Box $DeleteData
FunctionEnd

; Push a folder. Deletes it and all that is in it; of a link only itself, never what it leads to. Paths may be long.
Function un.DeleteTree
    Exch $0
    Push $1
    Push $2
    Push $3
    System::Call 'kernel32::GetFileAttributesW(w "\\?\$0") i .r1'
    IntOp $2 $1 & 0x400 ; a reparse point
    ${If} $1 <> -1
    ${AndIf} $2 = 0
        FindFirst $1 $2 "\\?\$0\*"
        ${DoWhile} $2 != ""
            ${If} $2 != "."
            ${AndIf} $2 != ".."
                System::Call 'kernel32::GetFileAttributesW(w "\\?\$0\$2") i .r3'
                IntOp $3 $3 & 0x10
                ${If} $3 <> 0
                    Push "$0\$2"
                    Call un.DeleteTree
                ${Else}
                    System::Call 'kernel32::SetFileAttributesW(w "\\?\$0\$2", i 0x80)'
                    System::Call 'kernel32::DeleteFileW(w "\\?\$0\$2")'
                ${EndIf}
            ${EndIf}
            FindNext $1 $2
        ${Loop}
        FindClose $1
    ${EndIf}
    System::Call 'kernel32::RemoveDirectoryW(w "\\?\$0")'
    Pop $3
    Pop $2
    Pop $1
    Pop $0
FunctionEnd
