import { parseHtml, withEdits } from './html.ts';

/** File name of the editor's page in the build. */
export const EDITOR_PAGE = 'admin/content.html';

/** The repository hosts, and Netlify for signing in. */
const HOSTS = 'https://api.github.com https://gitlab.com https://api.netlify.com';
const FACES = 'https://avatars.githubusercontent.com https://secure.gravatar.com https://gitlab.com';

/**
 * Extends `contentSecurityPolicy` for the editor on its page only. Its other requests stay blocked, such as
 * version checks, remote fonts, stock pictures, maps and translators.
 */
const EDITOR_SOURCES: Readonly<Record<string, string>> = {
  'script-src': "'wasm-unsafe-eval'",
  'connect-src': `blob: data: ${HOSTS}`,
  'img-src': FACES,
  'worker-src': "'self' blob:",
};

/** Adds the editor's sources to the page's policy. Throws if the page has none. */
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
  // Browsers ignore 'unsafe-inline' next to a hash.
  policy.set('style-src', "'self' 'unsafe-inline'");
  meta.setAttribute('content', `${[...policy].map((directive) => directive.join(' ')).join('; ')};`);
  return withEdits(html, [{ range: meta.range, text: meta.outerHTML }]);
}

const UNUSED = /^(@shikijs\/langs\/|leaflet|terra-draw|svgo)/;
const EMPTY = '\0unused-by-the-editor';

/** A Vite plugin that leaves out the editor's unused parts. */
export const smallEditor = {
  name: 'small-editor',
  enforce: 'pre',
  resolveId: (id: string, importer = '') => (UNUSED.test(id) && importer.includes('@sveltia/cms') ? EMPTY : undefined),
  load: (id: string) => (id === EMPTY ? 'export default [];' : undefined),
} as const;
