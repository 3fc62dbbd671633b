import { parseAllHeaders } from '@netlify/headers-parser';
import { parseAllRedirects } from '@netlify/redirect-parser';
import * as z from 'zod/mini';
import { answerFile, type PublishedFile, PublishedFiles } from './published-files.ts';

export type Site = (request: Request) => Promise<Response>;

/**
 * The built site at `dist` with the rules of `netlify.toml`. `/book` shows `book.html`; `/book/` redirects to `/book`;
 * `/guides` redirects to `/guides/` if only `guides/index.html` exists.
 */
export function openSite(dist: string, rules: SiteRules): Site {
  const files = new PublishedFiles(dist);
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = rules.headersFor(pathname);
    const forced = rules.redirectFor(pathname, true);
    if (forced) return await follow(request, forced, { files, headers });
    const found = await findPage(files, pathname);
    if (typeof found === 'string') return sendTo(`${found}${search}`, 301, headers);
    if (found) return isRead(request) ? await answerFile(request, found, { headers }) : notAllowed(headers);
    const redirect = rules.redirectFor(pathname, false);
    return redirect ? await follow(request, redirect, { files, headers }) : await notFound(request, { files, headers });
  };
}

interface Shown {
  readonly files: PublishedFiles;
  readonly headers: Record<string, string>;
}

async function findPage(files: PublishedFiles, pathname: string): Promise<PublishedFile | string | null> {
  if (!pathname.endsWith('/')) {
    const file = (await files.find(pathname)) ?? (await files.find(`${pathname}.html`));
    return file ?? ((await files.find(`${pathname}/index.html`)) ? `${pathname}/` : null);
  }
  const index = await files.find(`${pathname}index.html`);
  if (index || pathname === '/') return index;
  const bare = pathname.slice(0, -1);
  return (await files.find(`${bare}.html`)) ? bare : null;
}

async function follow(request: Request, { to, status }: Destination, { files, headers }: Shown): Promise<Response> {
  if (status >= 300 && status < 400) {
    const { search } = new URL(request.url);
    return sendTo(to.includes('?') ? to : `${to}${search}`, status, headers);
  }
  const shown = await findPage(files, new URL(to, request.url).pathname);
  if (!shown || typeof shown === 'string') return await notFound(request, { files, headers });
  return isRead(request) ? await answerFile(request, shown, { status, headers }) : notAllowed(headers);
}

async function notFound(request: Request, { files, headers }: Shown): Promise<Response> {
  const page = await files.find('/404.html');
  if (page) return await answerFile(request, page, { status: 404, headers });
  const plain = { ...headers, 'content-type': 'text/plain; charset=utf-8' };
  return new Response('Not Found\n', { status: 404, headers: plain });
}

function isRead(request: Request): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

function notAllowed(headers: Record<string, string>): Response {
  return new Response(null, { status: 405, headers: { ...headers, allow: 'GET, HEAD' } });
}

function sendTo(location: string, status: number, headers: Record<string, string>): Response {
  return new Response(null, { status, headers: { ...headers, location } });
}

/** The parts of a redirect that the local host supports. Netlify's parser has checked the rest. */
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

interface Destination {
  readonly to: string;
  /** 200 shows the other page, 404 shows it as not found, 3xx redirects. */
  readonly status: number;
}

export interface SiteRules {
  headersFor(pathname: string): Record<string, string>;
  /** The first matching rule. `forced` rules win over files. */
  redirectFor(pathname: string, forced: boolean): Destination | null;
}

/** Reads the rules with Netlify's own parsers. Throws if a rule is wrong or only works on Netlify. */
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

/** `/blog/*` also matches `/blog`, as on Netlify. `:name` is one segment. */
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
