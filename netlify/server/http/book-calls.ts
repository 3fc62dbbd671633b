import { asTyped, readCallbackForm } from '#server/leads/callback-form';
import { sameWordsKey } from '#server/leads/receive';
import { page, seeOther } from './answers.ts';
import { filledBookPage } from './book-page.ts';
import { FORM_MOST_BYTES, readText } from './body.ts';
import type { Call } from './endpoint.ts';
import { keepRequest } from './keep-request.ts';

/** `POST /api/callback`: keeps the request of the plain form and sends on to the thanks, or shows what is wrong. */
export async function takeBookForm(form: URLSearchParams, { request, services }: Call): Promise<Response> {
  const read = readCallbackForm(form);
  if ('wrong' in read) return page(400, await filledBookPage(bookPage(request), read.wrong));
  const key = sameWordsKey(read.request, services.now());
  await keepRequest(services, read.request, { key, source: 'form' });
  return seeOther('/thank-you');
}

/** The form once more, with the sentence above it: nothing typed is lost when we cannot take it. */
export async function refuseBookForm(request: Request, sentence: string) {
  const text = await readText(request, 'application/x-www-form-urlencoded', FORM_MOST_BYTES);
  const typed = asTyped(new URLSearchParams(text instanceof Response ? '' : text));
  return { html: await filledBookPage(bookPage(request), typed, sentence) };
}

const bookPage = ({ url }: Request) => new URL('/book', url);
