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
    const answer = await answerFrom(files, rules, request);
    const headers = rules.headersFor(new URL(request.url).pathname);
    for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
    return answer;
  };
}

async function answerFrom(files: PublishedFiles, rules: SiteRules, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const language = languageOf(request);
  const forced = rules.redirectFor(pathname, true, language);
  const found = forced ? null : await findPage(files, pathname);
  if (typeof found === 'string') return sendTo(`${found}${search}`, 301);
  if (found) return await answerFile(request, found);
  const redirect = forced ?? rules.redirectFor(pathname, false, language);
  if (redirect && redirect.status >= 300 && redirect.status < 400)
    return sendTo(redirect.to.includes('?') ? redirect.to : `${redirect.to}${search}`, redirect.status);
  const shown = redirect && (await findPage(files, new URL(redirect.to, request.url).pathname));
  if (shown && typeof shown !== 'string') return await answerFile(request, shown, redirect.status);
  const missing = await files.find('/404.html');
  return missing ? await answerFile(request, missing, 404) : new Response('Not Found\n', { status: 404 });
}

/** The file, or the path under which it is shown. */
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

/** As Netlify reads it for `Language`: the cookie `nf_lang`, else the first language of the browser: `es` of `es-US`. */
function languageOf({ headers }: Request): string {
  const chosen = /(?:^|; )nf_lang=(\w+)/.exec(headers.get('cookie') ?? '')?.[1];
  return chosen ?? (headers.get('accept-language') ?? '').slice(0, 2);
}

function sendTo(location: string, status: number): Response {
  return new Response(null, { status, headers: { location } });
}

/** The parts of a redirect that the local host supports. Netlify's parser has checked the rest. */
const Redirect = z.object({
  path: z.string(),
  to: z.string(),
  status: z._default(z.number(), 301),
  force: z.boolean(),
  proxy: z.literal(false),
  conditions: z.strictObject({ Language: z.optional(z.array(z.string())) }),
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
  /** The first matching rule. `forced` rules win over files. `language`: of who asks. */
  redirectFor(pathname: string, forced: boolean, language?: string): Destination | null;
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
    redirectFor: (pathname, forced, language = '') => {
      for (const { rule, destination } of redirects) {
        const isMeant = rule.force === forced && (rule.conditions.Language?.includes(language) ?? true);
        const to = isMeant ? destination(pathname) : null;
        if (to !== null) return { to, status: rule.status };
      }
      return null;
    },
  };
}

function readRedirect(parsed: unknown): { rule: Redirect; destination(pathname: string): string | null } {
  const { success, data: rule } = Redirect.safeParse(parsed);
  if (!success) throw new Error(`The local host does not know this kind of redirect: ${JSON.stringify(parsed)}`);
  // `/blog/*` also matches `/blog`, as on Netlify.
  const pattern = new URLPattern({ pathname: `${rule.path.replace(/\/\*$/, '{/:splat(.*)}?')}{/}?` });
  return { rule, destination: (pathname) => fill(rule.to, pattern.exec({ pathname })?.pathname.groups) };
}

function fill(to: string, parts: Record<string, string | undefined> | undefined): string | null {
  if (!parts) return null;
  return to.replace(/:([a-z_]+)/gi, (placeholder, name) => parts[name] ?? (name === 'splat' ? '' : placeholder));
}
