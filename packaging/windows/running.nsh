; Ends a Meshnet that runs from a folder: asks it first, as its own command `drain` does, so that what it does for others
; moves on; waits; then asks the user. Silent, it ends nothing by force unless /FORCE was given.

!define ASKED_S 60 ; how long it is waited for before the user is asked
!define UNANSWERED_S 10 ; where it could not be told anything
!define PROCESS_RIGHTS 0x101001 ; terminate, query limited information, synchronize
!if "${TARGET}" == "amd64-unicode"
    !define PROCESS_ENTRY_BYTES 568
!else
    !define PROCESS_ENTRY_BYTES 556
!endif

Var Folder
Var WaitS

!macro Running un
    ; Push the folder. Returns once nothing of it runs; otherwise the installation ends.
    Function ${un}EndRunning
        Pop $Folder
        Call ${un}IsRunning
        Pop $0
        ${If} $0 = 0
            Return
        ${EndIf}
        DetailPrint "$(AskingToEnd)"
        StrCpy $WaitS ${ASKED_S}
        nsExec::Exec /TIMEOUT=20000 '"$Folder\${CONSOLE}" drain --all --no-wait'
        Pop $0
        ${If} $0 != 0
            StrCpy $WaitS ${UNANSWERED_S}
        ${EndIf}
        ${GetParameters} $R0
        ClearErrors
        ${GetOptions} $R0 "/WAIT=" $0
        ${IfNot} ${Errors}
            StrCpy $WaitS $0
        ${EndIf}
        ${Do}
            Call ${un}WaitForEnd
            Pop $0
            ${If} $0 = 0
                Return
            ${EndIf}
            ClearErrors
            ${GetOptions} $R0 "/FORCE" $0
            ${IfNot} ${Errors}
                Call ${un}EndByForce
                ${Break}
            ${EndIf}
            MessageBox MB_YESNOCANCEL|MB_ICONQUESTION "$(StillRuns)" /SD IDCANCEL IDYES wait_on IDNO end_now
            ${If} ${Silent}
                SetErrorLevel ${EXIT_RUNNING}
            ${Else}
                SetErrorLevel ${EXIT_CANCELLED}
            ${EndIf}
            Quit
            end_now:
            Call ${un}EndByForce
            ${Break}
            wait_on:
        ${Loop}
        Call ${un}IsRunning
        Pop $0
        ${If} $0 = 1
            Push ${EXIT_RUNNING}
            Push "$(CannotEnd)"
            Call ${un}Stop
        ${EndIf}
    FunctionEnd

    ; 1 on the stack where one of both executables in $Folder cannot be written, as those of running programs.
    Function ${un}IsRunning
        StrCpy $2 0
        !insertmacro CheckFree "${CONSOLE}"
        !insertmacro CheckFree "${WINDOW}"
        Push $2
    FunctionEnd

    Function ${un}WaitForEnd
        IntOp $3 $WaitS * 4
        ${Do}
            Call ${un}IsRunning
            Pop $0
            IntOp $3 $3 - 1
            ${If} $0 = 0
            ${OrIf} $3 < 0
                Push $0
                Return
            ${EndIf}
            Sleep 250
        ${Loop}
    FunctionEnd

    ; Only processes whose program lies in $Folder itself.
    Function ${un}EndByForce
        StrCpy $R1 "$Folder\"
        StrLen $R2 $R1
        System::Call 'kernel32::CreateToolhelp32Snapshot(i 2, i 0) p .r1'
        System::Alloc ${PROCESS_ENTRY_BYTES}
        Pop $2
        System::Call '*$2(i ${PROCESS_ENTRY_BYTES})'
        System::Call 'kernel32::Process32FirstW(p r1, p r2) i .r0'
        ${DoWhile} $0 <> 0
            System::Call '*$2(i, i, i .r3)'
            System::Call 'kernel32::OpenProcess(i ${PROCESS_RIGHTS}, i 0, i r3) p .r4'
            ${If} $4 P<> 0
                System::Call 'kernel32::QueryFullProcessImageNameW(p r4, i 0, w .r5, *i ${NSIS_MAX_STRLEN}) i .r6'
                StrCpy $7 $5 $R2
                ${If} $6 <> 0
                ${AndIf} $7 == $R1
                    StrCpy $7 $5 "" $R2
                    ${If} $7 == "${CONSOLE}"
                    ${OrIf} $7 == "${WINDOW}"
                        System::Call 'kernel32::TerminateProcess(p r4, i 1)'
                        System::Call 'kernel32::WaitForSingleObject(p r4, i 5000)'
                    ${EndIf}
                ${EndIf}
                System::Call 'kernel32::CloseHandle(p r4)'
            ${EndIf}
            System::Call 'kernel32::Process32NextW(p r1, p r2) i .r0'
        ${Loop}
        System::Free $2
        System::Call 'kernel32::CloseHandle(p r1)'
    FunctionEnd
!macroend

!macro CheckFree name
    ${If} ${FileExists} "$Folder\${name}"
        ClearErrors
        FileOpen $1 "$Folder\${name}" a
        ${If} ${Errors}
            StrCpy $2 1
        ${Else}
            FileClose $1
        ${EndIf}
    ${EndIf}
!macroend

!insertmacro Running ""
!insertmacro Running "un."
