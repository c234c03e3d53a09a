# Signs one file by the certificate in WINDOWS_CERTIFICATE_FILE, with a time stamp so that it outlives the certificate.
param([Parameter(Mandatory)][string]$Path)
$ErrorActionPreference = "Stop"

$tools = Join-Path ${env:ProgramFiles(x86)} "Windows Kits\10\bin\*\x64\signtool.exe"
$signtool = Get-ChildItem $tools | Sort-Object { [version]$_.Directory.Parent.Name } | Select-Object -Last 1
if (-not $signtool) { throw "signtool.exe is not here: install the Windows SDK" }
$stamp = if ($env:WINDOWS_TIMESTAMP_URL) { $env:WINDOWS_TIMESTAMP_URL } else { "http://timestamp.digicert.com" }
& $signtool.FullName sign /f $env:WINDOWS_CERTIFICATE_FILE /p $env:WINDOWS_CERTIFICATE_PASSWORD `
    /fd SHA256 /tr $stamp /td SHA256 /d Meshnet $Path
exit $LASTEXITCODE
