const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^Lynx\//, 'Lynx'],
  [/^w3m\//, 'w3m'],
  [/^Links\b/, 'Links'],
]

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (list: [RegExp, string][], text: string): string | undefined =>
  list.find(([sign]) => sign.test(text))?.[1]

/** « Firefox sur Windows », from what a browser says of itself; enough to tell one's devices apart. */
export function browserInWords(userAgent: string | null): string {
  const [browser, system] = [nameIn(BROWSERS, userAgent ?? ''), nameIn(SYSTEMS, userAgent ?? '')]
  if (browser === undefined && system === undefined) return 'Navigateur inconnu'
  return system === undefined ? (browser ?? '') : `${browser ?? 'Navigateur'} sur ${system}`
}
