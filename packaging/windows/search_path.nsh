; The user's search path (HKCU\Environment, Path). It may be longer than a string of this installer, so it is never held
; in one: the registry's own functions read and write it in memory, and all that is not ours stays to the letter.

!define ENVIRONMENT_RIGHTS 0x2001F ; read and write
!define MAX_PATH_BYTES 16000

; Reads the value: $R1 the open key or 0, $R2 its type, $R3 a buffer with ";value;", which the caller frees.
!macro ReadPath un
    Function ${un}ReadPath
        StrCpy $R1 0
        System::Call 'advapi32::RegOpenKeyExW(p 0x80000001, w "Environment", i 0, i ${ENVIRONMENT_RIGHTS}, *p .R1) i .r0'
        ${If} $0 <> 0
            StrCpy $R1 0
            Return
        ${EndIf}
        System::Call 'advapi32::RegQueryValueExW(p R1, w "Path", p 0, *i .R2, p 0, *i .r1) i .r0'
        ${If} $0 = 2 ; there is none
            StrCpy $R2 2
            StrCpy $1 0
        ${ElseIf} $0 <> 0
        ${OrIf} $1 > ${MAX_PATH_BYTES}
            Goto give_up
        ${EndIf}
        ${If} $R2 <> 1 ; REG_SZ
        ${AndIf} $R2 <> 2 ; REG_EXPAND_SZ
            Goto give_up
        ${EndIf}
        IntOp $0 $1 + 16
        System::Alloc $0
        Pop $R3
        System::Call 'kernel32::lstrcpyW(p R3, w ";")'
        ${If} $1 <> 0
            IntPtrOp $2 $R3 + 2
            System::Call 'advapi32::RegQueryValueExW(p R1, w "Path", p 0, p 0, p r2, *i r1) i .r0'
        ${EndIf}
        System::Call 'kernel32::lstrcatW(p R3, w ";")'
        Return
        give_up:
        System::Call 'advapi32::RegCloseKey(p R1)'
        StrCpy $R1 0
    FunctionEnd

    ; Writes ";value;" from the buffer $R4 and tells the programs that run.
    Function ${un}WritePath
        System::Call 'kernel32::lstrlenW(p R4) i .r1'
        IntOp $2 $1 - 1
        IntOp $2 $2 * 2
        IntPtrOp $2 $R4 + $2
        System::Call '*$2(&i2 0)' ; the last semicolon
        IntPtrOp $2 $R4 + 2
        IntOp $1 $1 - 1 ; without both, with the end
        ${If} $1 < 1
            StrCpy $1 1
        ${EndIf}
        IntOp $1 $1 * 2
        System::Call 'advapi32::RegSetValueExW(p R1, w "Path", i 0, i R2, p r2, i r1)'
        SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=2000
    FunctionEnd
!macroend
!insertmacro ReadPath ""
!insertmacro ReadPath "un."

; Push a folder; 1 on the stack where it is in the path.
Function IsInPath
    Exch $9
    Call ReadPath
    ${If} $R1 P= 0
        StrCpy $9 0
        Exch $9
        Return
    ${EndIf}
    System::Call 'shlwapi::StrStrIW(p R3, w ";$9;") p .r1'
    StrCpy $9 0
    ${If} $1 P<> 0
        StrCpy $9 1
    ${EndIf}
    System::Free $R3
    System::Call 'advapi32::RegCloseKey(p R1)'
    Exch $9
FunctionEnd

; Push a folder.
Function AddToPath
    Pop $9
    Push $9
    Call IsInPath
    Pop $0
    ${If} $0 = 1
        Return
    ${EndIf}
    Call ReadPath
    ${If} $R1 P= 0
        DetailPrint "$(CannotAddToPath)"
        Return
    ${EndIf}
    System::Call 'kernel32::lstrlenW(p R3) i .r1'
    StrLen $2 $9
    IntOp $2 $2 + $1
    IntOp $2 $2 * 2
    IntOp $2 $2 + 16
    System::Alloc $2
    Pop $R4
    System::Call 'kernel32::lstrcpyW(p R4, p R3)'
    ${If} $1 = 2 ; it was empty: ";;"
        System::Call 'kernel32::lstrcpyW(p R4, w ";")'
    ${Else} ; of ";value;;" the end serves as the separator
        IntOp $3 $1 - 2
        IntOp $3 $3 * 2
        IntPtrOp $3 $R3 + $3
        System::Call '*$3(&i2 .r4)'
        ${If} $4 = 59
            IntOp $3 $1 - 1
            IntOp $3 $3 * 2
            IntPtrOp $3 $R4 + $3
            System::Call '*$3(&i2 0)'
        ${EndIf}
    ${EndIf}
    System::Call 'kernel32::lstrcatW(p R4, w "$9;")'
    Call WritePath
    System::Free $R3
    System::Free $R4
    System::Call 'advapi32::RegCloseKey(p R1)'
FunctionEnd

; Push a folder.
Function un.RemoveFromPath
    Pop $9
    Call un.ReadPath
    ${If} $R1 P= 0
        Return
    ${EndIf}
    System::Call 'shlwapi::StrStrIW(p R3, w ";$9;") p .r1'
    ${If} $1 P<> 0
        StrLen $2 $9
        IntOp $2 $2 + 1
        IntOp $2 $2 * 2
        IntPtrOp $2 $1 + $2 ; the semicolon behind it
        System::Call 'kernel32::lstrlenW(p R3) i .r3'
        IntOp $3 $3 * 2
        IntOp $3 $3 + 16
        System::Alloc $3
        Pop $R4
        System::Call '*$1(&i2 0)'
        System::Call 'kernel32::lstrcpyW(p R4, p R3)'
        System::Call 'kernel32::lstrcatW(p R4, p r2)'
        Call un.WritePath
        System::Free $R4
    ${EndIf}
    System::Free $R3
    System::Call 'advapi32::RegCloseKey(p R1)'
FunctionEnd
