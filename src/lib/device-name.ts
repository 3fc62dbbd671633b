const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android phone'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];
/** The order matters: each also names those after it. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/OPR\//, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];

/** A browser's name for a person: `iPhone, Safari`. */
export function deviceName(userAgent: string, isTouchApple = false): string {
  const known = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = isTouchApple && known === 'Mac' ? 'iPad' : known;
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [system ?? 'A device', browser].filter(Boolean).join(', ');
}
