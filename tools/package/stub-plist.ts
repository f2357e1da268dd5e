/** The description of a bundle of macOS, with the keys that Electron's own has and the packager rewrites. */

/** `name` is that of the executable. */
export function infoPlist({ name, version }: { readonly name: string; readonly version: string }): string {
  const entries = {
    CFBundleDisplayName: name,
    CFBundleExecutable: name,
    CFBundleIconFile: 'electron.icns',
    CFBundleIdentifier: 'com.github.Electron',
    CFBundleInfoDictionaryVersion: '6.0',
    CFBundleName: name,
    CFBundlePackageType: 'APPL',
    CFBundleShortVersionString: version,
    CFBundleVersion: version,
    LSMinimumSystemVersion: '13.0',
    NSPrincipalClass: 'AtomApplication'
  }
  const rows = Object.entries(entries).map(([key, value]) => `  <key>${key}</key>\n  <string>${value}</string>`)
  const head =
    '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">'
  return `${head}\n<plist version="1.0">\n<dict>\n${rows.join('\n')}\n</dict>\n</plist>\n`
}
