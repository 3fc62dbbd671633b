/** Google's tag and where it reports to (developers.google.com/tag-platform/security/guides/csp). */
const TAG_MANAGER = 'https://*.googletagmanager.com';
const ANALYTICS = `https://*.google-analytics.com https://*.analytics.google.com ${TAG_MANAGER}`;

/**
 * The content security policy of every page, but for the hashes of inline scripts and styles, which Astro adds.
 * `data:` pictures are the small drawings in the styles, `blob:` ones the previews of an upload.
 * Google's hosts are in it only when `analytics` is on. (`frame-ancestors` works in a header only: netlify.toml.)
 */
export function contentSecurityPolicy({ analytics }: { analytics: boolean }) {
  const allowed = (sources: string) => (analytics ? `${sources} ${ANALYTICS}` : sources);
  return {
    scriptSources: analytics ? ["'self'", TAG_MANAGER] : ["'self'"],
    directives: [
      "default-src 'self'",
      `img-src ${allowed("'self' data: blob:")}`,
      "media-src 'self' blob:",
      `connect-src ${allowed("'self'")}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ],
  };
}

/** An inline style, or an inline script but for data blocks such as JSON-LD, which no policy concerns. */
const INLINE = /<(script|style)\b(?![^>]*(?:\ssrc=|json"))[^>]*>([\s\S]*?)<\/\1>/g;
const POLICY = /(<meta http-equiv="content-security-policy" content=")([^"]*)/;
const HASH = / '(sha256-[^']+)'/g;

/**
 * A built page whose policy keeps only the hashes of its own inline scripts and styles: Astro lists those of the whole
 * site in every page, and hashes do not compress. `sha256` returns the digest in base64.
 * Throws where a page has something inline that its policy would block.
 */
export function withOwnHashes(html: string, sha256: (text: string) => string): string {
  const own = new Set<string>();
  for (const [, tag, content = ''] of html.matchAll(INLINE)) {
    const hash = `sha256-${sha256(content)}`;
    if (!html.includes(`'${hash}'`)) throw new Error(blocked(tag, content));
    own.add(hash);
  }
  return html.replace(POLICY, (_, start: string, policy: string) => {
    return start + policy.replace(HASH, (source, hash: string) => (own.has(hash) ? source : ''));
  });
}

const blocked = (tag = '', content = '') =>
  `The content security policy would block the inline ${tag} that begins with "${content.trim().slice(0, 60)}". ` +
  'Let Astro process it (no is:inline), or put it into a file.';
