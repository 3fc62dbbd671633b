import { parseAllHeaders } from '@netlify/headers-parser';
import { parseAllRedirects } from '@netlify/redirect-parser';
import * as z from 'zod/mini';

/** What of a redirect the local host understands; Netlify's parser has filled in and checked the rest. */
const Redirect = z.object({
  path: z.string(),
  to: z.string(),
  status: z._default(z.number(), 301),
  force: z.boolean(),
  proxy: z.literal(false),
  conditions: z.record(z.string(), z.never()),
  query: z.record(z.string(), z.never()),
});
type Redirect = z.infer<typeof Redirect>;

/** Where a request is sent on to. */
export interface Destination {
  readonly to: string;
  /** 200 shows the other page here, 404 shows it as not found, 3xx sends the browser there. */
  readonly status: number;
}

/** The header and redirect rules of `netlify.toml`. */
export interface SiteRules {
  headersFor(pathname: string): Record<string, string>;
  /** The first rule that fits; `forced` rules apply even where a file is. */
  redirectFor(pathname: string, forced: boolean): Destination | null;
}

/** Reads the rules with Netlify's own parsers. Throws when one of them is wrong, or of a kind that only Netlify has. */
export async function readSiteRules(configFile: string): Promise<SiteRules> {
  const [{ headers, errors }, parsed] = await Promise.all([
    parseAllHeaders({ netlifyConfigPath: configFile, headersFiles: [], configHeaders: [], minimal: false }),
    parseAllRedirects({ netlifyConfigPath: configFile, redirectsFiles: [], configRedirects: [], minimal: false }),
  ]);
  const [error] = [...errors, ...parsed.errors];
  if (error) throw error;
  const rules = headers.flatMap((rule) => ('forRegExp' in rule ? [rule] : []));
  const redirects = parsed.redirects.map(readRedirect);
  return {
    headersFor: (pathname) =>
      Object.assign({}, ...rules.filter(({ forRegExp }) => forRegExp.test(pathname)).map(({ values }) => values)),
    redirectFor: (pathname, forced) => {
      for (const redirect of redirects) {
        const to = redirect.rule.force === forced ? redirect.destination(pathname) : null;
        if (to !== null) return { to, status: redirect.rule.status };
      }
      return null;
    },
  };
}

function readRedirect(parsed: unknown): { rule: Redirect; destination(pathname: string): string | null } {
  const result = Redirect.safeParse(parsed);
  if (!result.success) {
    throw new Error(`The local host does not know this kind of redirect: ${JSON.stringify(parsed)}`);
  }
  const pattern = patternOf(result.data.path);
  return { rule: result.data, destination: (pathname) => fill(result.data.to, pattern.exec(pathname)) };
}

/** `/blog/*` matches `/blog` too, as on Netlify; `:name` stands for one segment. */
function patternOf(from: string): RegExp {
  const segments = from.split('/').filter(Boolean).map(segmentPattern);
  return new RegExp(`^${segments.join('')}/?$`, 'u');
}

function segmentPattern(segment: string): string {
  if (segment === '*') return '(?:/(?<splat>.*))?';
  if (segment.startsWith(':')) return `/(?<${segment.slice(1)}>[^/]+)`;
  return `/${segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
}

function fill(to: string, match: RegExpExecArray | null): string | null {
  return (
    match &&
    to.replace(/:([a-z_]+)/gi, (placeholder, name) => match.groups?.[name] ?? (name === 'splat' ? '' : placeholder))
  );
}
