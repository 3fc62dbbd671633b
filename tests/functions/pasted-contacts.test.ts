import { expect, test } from 'vitest';
import { Lead } from '#server/leads/lead';
import { apiForTests } from '#tests/support/admin-api';
import { consultation } from '#tests/support/visitor';

const api = apiForTests();

type Fields = Record<string, string>;

/** The three ways of a request into the site; each answers the status. */
const ways: Record<string, (fields: Fields) => Promise<Response>> = {
  'the API of the dialog': (fields) => api.ask('POST', '/api/consultation-requests', { body: fields }),
  'the plain form': ({ name = '', phone = '', email = '', zipCode = '', preferredContact = '', message = '' }) =>
    api.ask('POST', '/api/callback', {
      body: new URLSearchParams({ name, phone, email, zipCode, preferredContact, message }),
    }),
  'the owner': (fields) => api.asOwner('POST', '/api/leads', fields),
};

async function newestRequest(): Promise<Lead['request'] | undefined> {
  const leads = api.store('leads');
  const listed = await leads.list('leads/');
  const records = await Promise.all(listed.map(async ({ key }) => Lead.parse((await leads.get(key))?.value)));
  return records.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0]?.request;
}

const pasted: [Fields, Fields][] = [
  [{ phone: '\ufe0d(407)\u115f 555\u2060-0188' }, { phone: '(407) 555-0188' }],
  [{ phone: '+1\u00a0407\u2011555\u20110188' }, { phone: '(407) 555-0188' }],
  [{ email: 'elise\u200b@example.com' }, { email: 'elise@example.com' }],
  [{ zipCode: '\u00a030047–1234' }, { zipCode: '30047-1234' }],
  [{ email: 'elise@xn--e1afmkfd.xn--p1ai' }, { email: 'elise@xn--e1afmkfd.xn--p1ai' }],
  [{ email: 'elise@пример.рф' }, { email: 'elise@пример.рф' }],
  [
    { name: 'علی\u200cرضا', message: 'سلام\u200cها 👩\u200d👧' },
    { name: 'علی\u200cرضا', message: 'سلام\u200cها 👩\u200d👧' },
  ],
];

test.each(Object.entries(ways))('%s takes contacts as they are pasted', async (_, send) => {
  for (const [fields, kept] of pasted) {
    const answer = await send({ ...consultation, message: 'Hello', ...fields });
    expect(answer.status, JSON.stringify(kept)).toBeLessThan(400);
    expect(await newestRequest()).toMatchObject(kept);
    // Two leads never have the same instant.
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
});

test.each(Object.entries(ways))('%s says how to write a number of another country', async (_, send) => {
  const answer = await send({ ...consultation, phone: '+44 20 7946 0958' });
  expect(answer.status).toBe(400);
  const text = await answer.text();
  expect(text).toContain('Please enter a valid phone number');
  expect(text).toContain('For a number outside the US and Canada, please write 011 instead of the +');
});
