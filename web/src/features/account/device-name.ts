/** Browsers by a mark that only they send, the more special first: most claim to be several. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

export interface Device {
  /** `Firefox, Linux`, or null for an unknown user agent. */
  name: string | null;
  isPhone: boolean;
}

/** Describes roughly the device of a session, so that people can tell their devices apart. */
export function deviceOf(userAgent: string | null): Device {
  const text = userAgent ?? '';
  const known = [BROWSERS, SYSTEMS].flatMap(
    (names) => names.find(([pattern]) => pattern.test(text))?.[1] ?? [],
  );
  return { name: known.length === 0 ? null : known.join(', '), isPhone: /\bMobi|\biPhone\b/.test(text) };
}
