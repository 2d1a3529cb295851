; The installer for one person on Windows: no administrator, nothing outside the profile. Compiled on Linux by
; packaging/windows/installer.py; never yet run on a real Windows.
;
;   setup.exe                         asks for the folder
;   setup.exe /S                      silent; exit code 0, or 2 with nothing changed
;   setup.exe /S /D=C:\Some Folder    silent, there (/D last, without quotes)
;   uninstall.exe /S                  silent; defenses, settings, imported packs and a policy.toml stay

!ifndef VERSION | SOURCE | OUTPUT | SIZE
  !error "Give -DVERSION, -DSOURCE (the program's folder), -DOUTPUT and -DSIZE (in KiB)"
!endif

Unicode true
ManifestDPIAware true
SetCompressor /SOLID lzma
!include MUI2.nsh
!include LogicLib.nsh
!include WinVer.nsh
!include x64.nsh

!define PROGRAM "defense-desk.exe"
!define WORKER "defense-desk-worker.exe"
!define PACK "DefenseDesk.Pack"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Defense Desk"
!define FORGET_ICONS 0x08000000 ; SHCNE_ASSOCCHANGED: the file manager reads the associations again

Name "Defense Desk"
OutFile "${OUTPUT}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Defense Desk"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
VIProductVersion "${VERSION}.0"
VIAddVersionKey /LANG=1033 "ProductName" "Defense Desk"
VIAddVersionKey /LANG=1033 "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=1033 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=1033 "FileDescription" "Defense Desk Setup"
VIAddVersionKey /LANG=1033 "LegalCopyright" "MIT licence"

!define MUI_FINISHPAGE_RUN "$INSTDIR\${PROGRAM}"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "SimpChinese"

LangString Running ${LANG_ENGLISH} "Defense Desk is running, or somebody else may not write here:$\n$INSTDIR$\n$\nClose it and try again."
LangString Running ${LANG_SIMPCHINESE} "Defense Desk 正在运行，或者不能写入：$\n$INSTDIR$\n$\n请关闭它后重试。"
LangString TooOld ${LANG_ENGLISH} "Defense Desk needs Windows 10 or newer, 64 bit."
LangString TooOld ${LANG_SIMPCHINESE} "Defense Desk 需要 64 位的 Windows 10 或更新版本。"
LangString NotOurs ${LANG_ENGLISH} "There is something else in this folder, which would be mixed with Defense Desk:$\n$INSTDIR$\n$\nChoose an empty one."
LangString NotOurs ${LANG_SIMPCHINESE} "这个文件夹里有别的内容，会与 Defense Desk 混在一起：$\n$INSTDIR$\n$\n请选择一个空文件夹。"
LangString PackName ${LANG_ENGLISH} "Pack of problems"
LangString PackName ${LANG_SIMPCHINESE} "题目包"
LangString Kept ${LANG_ENGLISH} "Defenses, settings and packs were kept. They lie in $LOCALAPPDATA\defense-desk, or where your lab has put them."
LangString Kept ${LANG_SIMPCHINESE} "答辩、设置和题目包已保留，位于 $LOCALAPPDATA\defense-desk，或机房指定的位置。"

; A program that runs cannot be opened for writing: that is how Windows tells, without a list of processes.
!macro StopIfRunning EXECUTABLE
  ${If} ${FileExists} "$INSTDIR\${EXECUTABLE}"
    ClearErrors
    FileOpen $0 "$INSTDIR\${EXECUTABLE}" a
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONEXCLAMATION "$(Running)" /SD IDOK
      SetErrorLevel 2
      Quit
    ${EndIf}
    FileClose $0
  ${EndIf}
!macroend

; What was installed, by name: whatever else lies in the folder, such as policy.toml, is not ours to remove.
!macro RemoveProgram
  Delete "$INSTDIR\${PROGRAM}"
  Delete "$INSTDIR\${WORKER}"
  RMDir /r "$INSTDIR\_internal"
  RMDir /r "$INSTDIR\worker"
  RMDir /r "$INSTDIR\licences"
!macroend

Function .onInit
  ${IfNot} ${RunningX64}
  ${OrIfNot} ${AtLeastWin10}
    MessageBox MB_OK|MB_ICONSTOP "$(TooOld)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
FunctionEnd

Section "Defense Desk"
  !insertmacro StopIfRunning "${PROGRAM}"
  !insertmacro StopIfRunning "${WORKER}"
  ${If} ${FileExists} "$INSTDIR\_internal\*.*"
  ${AndIfNot} ${FileExists} "$INSTDIR\${PROGRAM}"
    MessageBox MB_OK|MB_ICONEXCLAMATION "$(NotOurs)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
  !insertmacro RemoveProgram ; an older version's files must not be found by a newer one
  SetOutPath "$INSTDIR"
  ClearErrors
  File /r "${SOURCE}\*"
  ${If} ${Errors}
    MessageBox MB_OK|MB_ICONEXCLAMATION "$(Running)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Defense Desk.lnk" "$INSTDIR\${PROGRAM}"

  WriteRegStr HKCU "Software\Classes\.ddpack" "" "${PACK}"
  WriteRegStr HKCU "Software\Classes\${PACK}" "" "Defense Desk: $(PackName)"
  WriteRegStr HKCU "Software\Classes\${PACK}\DefaultIcon" "" "$INSTDIR\${PROGRAM},0"
  WriteRegStr HKCU "Software\Classes\${PACK}\shell\open\command" "" '"$INSTDIR\${PROGRAM}" --import-pack "%1"'
  System::Call "shell32::SHChangeNotify(i ${FORGET_ICONS}, i 0, p 0, p 0)"

  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Defense Desk"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\${PROGRAM}"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "Defense Desk"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" ${SIZE}
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section "Uninstall"
  !insertmacro StopIfRunning "${PROGRAM}"
  !insertmacro StopIfRunning "${WORKER}"
  !insertmacro RemoveProgram
  Delete "$INSTDIR\uninstall.exe"
  SetOutPath "$TEMP" ; the folder that one stands in cannot be removed
  RMDir "$INSTDIR" ; only if nothing else is in it
  Delete "$SMPROGRAMS\Defense Desk.lnk"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\Classes\${PACK}"
  ReadRegStr $0 HKCU "Software\Classes\.ddpack" ""
  ${If} $0 == "${PACK}"
    DeleteRegKey HKCU "Software\Classes\.ddpack"
  ${EndIf}
  System::Call "shell32::SHChangeNotify(i ${FORGET_ICONS}, i 0, p 0, p 0)"
  DetailPrint "$(Kept)"
SectionEnd
