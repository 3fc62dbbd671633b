import { parseHtml, withEdits } from './html.ts';

/** The page of the content's editor, as the build names its file. */
export const EDITOR_PAGE = 'admin/content.html';

/** Where the editor reads and writes: the two hosts of repositories, and Netlify, which signs its users in there. */
const HOSTS = 'https://api.github.com https://gitlab.com https://api.netlify.com';
const FACES = 'https://avatars.githubusercontent.com https://secure.gravatar.com https://gitlab.com';

/**
 * What the editor needs beyond the policy of every page (`contentSecurityPolicy`), on its own page alone: styles that it
 * makes as it runs, the program that makes WebP where a browser cannot, pictures before they are stored, and its hosts.
 * Everything else that it could ask for is refused: its look for newer versions and for failures at GitHub, its copies of typefaces elsewhere, stock pictures, maps and translators.
 */
const EDITOR_SOURCES: Readonly<Record<string, string>> = {
  'script-src': "'wasm-unsafe-eval'",
  'connect-src': `blob: data: ${HOSTS}`,
  'img-src': FACES,
  // A preview has no address of its own: the editor tells it whose pictures and styles to look for.
  'base-uri': "'self'",
  'worker-src': "'self' blob:",
  'frame-src': "'self' blob:",
};

/** The page with its policy: that of the other pages, and what the editor needs besides. Throws for a page without one. */
export function withEditorPolicy(html: string): string {
  const meta = parseHtml(html).querySelector('meta[http-equiv="content-security-policy"]');
  if (!meta) throw new Error('The page of the editor has no content security policy');
  const directives = (meta.getAttribute('content') ?? '').split(';').map((directive) => directive.trim().split(/\s+/));
  const policy = new Map(directives.map(([name = '', ...sources]) => [name, sources.join(' ')]));
  policy.delete('');
  for (const [name, sources] of Object.entries(EDITOR_SOURCES)) {
    const others = (policy.get(name) ?? '').replace("'none'", '');
    policy.set(name, `${others} ${sources}`.trim());
  }
  // A hash would make a browser pass over 'unsafe-inline'.
  policy.set('style-src', "'self' 'unsafe-inline'");
  meta.setAttribute('content', `${[...policy].map((directive) => directive.join(' ')).join('; ')};`);
  return withEdits(html, [{ range: meta.range, text: meta.outerHTML }]);
}

/** Grammars of three hundred programming languages, maps and drawings: the content has none of them. */
const UNUSED = /^(@shikijs\/langs\/|leaflet|terra-draw|svgo)/;
const EMPTY = '\0unused-by-the-editor';

/** A plugin of Vite that leaves out what the editor would load for fields that the content does not have. */
export const smallEditor = {
  name: 'small-editor',
  enforce: 'pre',
  resolveId: (id: string, importer = '') => (UNUSED.test(id) && importer.includes('@sveltia/cms') ? EMPTY : undefined),
  load: (id: string) => (id === EMPTY ? 'export default [];' : undefined),
} as const;
