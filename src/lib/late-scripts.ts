const MODULE = /<script type="module" src="([^"]+)"><\/script>/g;
const IMPORT = /(?:from|import)\s*"(\.\/[^"]+)"/g;

/**
 * A built page whose module scripts wait for what the visitor sees: fetched with low priority, after the first picture
 * and the fonts, and all at once instead of one after the other. A page works before they are there.
 * `read` returns the code of a script by its address.
 */
export function withLateScripts(html: string, read: (address: string) => string): string {
  const scripts = [...html.matchAll(MODULE)].map(([, address = '']) => address);
  const parts = new Set<string>();
  for (const address of scripts) addImports(parts, address, read);
  const preloads = [...parts].map((part) => `<link rel="modulepreload" fetchpriority="low" href="${part}">`).join('');
  const late = html.replace(MODULE, '<script type="module" fetchpriority="low" src="$1"></script>');
  return late.replace('<script type="module"', () => `${preloads}<script type="module"`);
}

/** Adds the addresses of the modules that a script cannot run without, and those that they cannot run without. */
function addImports(parts: Set<string>, address: string, read: (address: string) => string): void {
  const folder = address.slice(0, address.lastIndexOf('/'));
  for (const [, file = ''] of read(address).matchAll(IMPORT)) {
    const part = folder + file.slice(1);
    if (parts.has(part)) continue;
    parts.add(part);
    addImports(parts, part, read);
  }
}
