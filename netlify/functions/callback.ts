import type { Config } from '@netlify/functions';
import { readCallbackForm } from '#server/consultations/callback-form';
import { receiveRequest, sameWordsKey } from '#server/consultations/receive';
import { page, seeOther } from '#server/http/answers';
import { filledBookPage } from '#server/http/book-page';
import { acceptsForm, endpoint } from '#server/http/endpoint';
import { requestLimit } from '#server/limits/limits';

export default endpoint({
  POST: acceptsForm(requestLimit, async (form, { request, services }) => {
    const read = readCallbackForm(form);
    if ('wrong' in read) return page(400, await filledBookPage(new URL('/book', request.url), read.wrong));
    const now = services.now();
    const key = sameWordsKey(read.request, now);
    const id = await receiveRequest(services.leads, read.request, { key, source: 'form', now });
    await services.mail.tellOfRequest(id);
    return seeOther('/thank-you');
  }),
});

export const config: Config = { path: '/api/callback' };
