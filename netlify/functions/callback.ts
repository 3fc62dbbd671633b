import type { Config } from '@netlify/functions';
import { readCallbackForm } from '#server/consultations/callback-form';
import { sameWordsKey } from '#server/consultations/receive';
import { page, seeOther } from '#server/http/answers';
import { filledBookPage } from '#server/http/book-page';
import { acceptsForm, endpoint } from '#server/http/endpoint';
import { keepRequest } from '#server/http/keep-request';
import { requestLimit } from '#server/limits/limits';

export default endpoint({
  POST: acceptsForm(requestLimit, async (form, { request, services }) => {
    const read = readCallbackForm(form);
    if ('wrong' in read) return page(400, await filledBookPage(new URL('/book', request.url), read.wrong));
    const key = sameWordsKey(read.request, services.now());
    await keepRequest(services, read.request, { key, source: 'form' });
    return seeOther('/thank-you');
  }),
});

export const config: Config = { path: '/api/callback' };
