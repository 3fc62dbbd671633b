import { Lead } from '#lead/lead';
import { expect, test } from 'vitest';
import { textNumber } from '#lib/contact';
import { apiForTests } from '#tests/support/admin-api';
import { consultation } from '#tests/support/visitor';

const api = apiForTests();

type Fields = Record<string, string>;

/** The ways in which a visitor sends a request. Each resolves to the server's answer. */
const senders: Record<string, (fields: Fields) => Promise<Response>> = {
  'the API of the dialog': (fields) => api.ask('POST', '/api/consultation-requests', { body: fields }),
  'the plain form': ({ name = '', phone = '', email = '', zipCode = '', preferredContact = '', message = '' }) =>
    api.ask('POST', '/api/callback', {
      body: new URLSearchParams({ name, phone, email, zipCode, preferredContact, message }),
    }),
  'the owner': (fields) => api.asOwner('POST', '/api/leads', fields),
};

test.each(Object.entries(senders))('%s takes contacts as they are pasted', async (_, send) => {
  api.sql('DELETE FROM records');
  const phone = '\ufe0d(407)\u115f 555\u2060-0188';
  const pasted = { phone, email: 'elise\u200b@пример.рф', zipCode: '\u00a030047–1234', message: 'سلام\u200cها' };
  expect((await send({ ...consultation, ...pasted })).status).toBeLessThan(400);
  const [{ key = '' } = {}] = await api.store('leads').list('leads/');
  expect(Lead.parse((await api.store('leads').get(key))?.value).request).toMatchObject({
    ...{ phone: '(407) 555-0188', email: 'elise@пример.рф', zipCode: '30047-1234', message: 'سلام\u200cها' },
  });
});

test.each(Object.entries(senders))(
  '%s keeps a number of another country, and asks about one without a plus',
  async (_, send) => {
    api.sql('DELETE FROM records');
    const answer = await send({ ...consultation, phone: '020 7946 0958' });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('If it is from abroad, begin it with + and the code of the country');
    expect((await send({ ...consultation, phone: '+44 20 7946 0958', message: 'Hi' })).status).toBeLessThan(400);
    const [{ key = '' } = {}] = await api.store('leads').list('leads/');
    const { request } = Lead.parse((await api.store('leads').get(key))?.value);
    expect([request.phone, textNumber(request.phone)]).toEqual(['+44 20 7946 0958', null]);
  },
);
