import { answerFile } from './file-answer.ts';
import { type PublishedFile, PublishedFiles } from './published-files.ts';
import type { Destination, SiteRules } from './site-rules.ts';

/** Answers a request as Netlify serves static files, redirects and the not-found page. */
export type Site = (request: Request) => Promise<Response>;

/**
 * The built site at `dist`, with the rules of `netlify.toml`. `/book` is `book.html`; `/book/` is sent to `/book`;
 * `/guides` is sent to `/guides/` when only `guides/index.html` exists.
 */
export function openSite(dist: string, rules: SiteRules): Site {
  const files = new PublishedFiles(dist);
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = rules.headersFor(pathname);
    const forced = rules.redirectFor(pathname, true);
    if (forced) return await follow(request, forced, { files, headers });
    const found = await findPage(files, pathname);
    if (typeof found === 'string') return sendTo(`${found}${search}`, 301);
    if (found) return isRead(request) ? await answerFile(request, found, { headers }) : notAllowed(headers);
    const redirect = rules.redirectFor(pathname, false);
    return redirect ? await follow(request, redirect, { files, headers }) : await notFound(request, { files, headers });
  };
}

interface Shown {
  readonly files: PublishedFiles;
  readonly headers: Record<string, string>;
}

/** The file that an address shows, or the address it has moved to. */
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
    return sendTo(to.includes('?') ? to : `${to}${search}`, status);
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

function sendTo(location: string, status: number): Response {
  return new Response(null, { status, headers: { location } });
}
