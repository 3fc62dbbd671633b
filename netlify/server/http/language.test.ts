import { readFile } from 'node:fs/promises';
import type * as z from 'zod/mini';
import { describe, expect, it, test } from 'vitest';
import { BookingRequest, VisitChange } from '#contracts/calendar';
import { CallbackForm, ConsultationRequest } from '#contracts/consultation';
import { refusals, rules, visits } from '#i18n/en/problems';
import { languageOfCall, refusalIn, sentenceIn } from './language.ts';
import { Refusal } from './messages.ts';

const groups = { rules, refusals, visits };
type Sentence = string | ((...values: string[]) => string);

describe('every sentence of the API that a visitor may read', () => {
  const all = Object.entries(groups).flatMap(([group, sentences]) =>
    Object.entries(sentences as Record<string, Sentence>).map(([name, one]) => [`${group}.${name}`, one] as const),
  );

  it.each(all)('%s has a Spanish one, with the same values in it', (_, one) => {
    const values = ['(407) 555-0142', '32, GET'];
    const english = typeof one === 'string' ? one : one(...values);
    const spanish = sentenceIn('es', english);
    expect(spanish).not.toBe(english);
    expect(sentenceIn('en', english)).toBe(english);
    for (const value of values) expect(spanish.includes(value)).toBe(english.includes(value));
    expect(spanish.endsWith('.')).toBe(english.endsWith('.'));
  });

  it('stands in one place: what answers visitors writes none of its own', async () => {
    for (const file of ['endpoint', 'messages', 'booking-calls', 'visit-calls', 'media-calls', 'language']) {
      const text = await readFile(`netlify/server/http/${file}.ts`, 'utf8');
      expect([file, text.match(/new Refusal\(\d+, ['"`]|\[\d{3}, ['"`]/g)]).toEqual([file, null]);
      expect([file, text.match(/['"`][A-Z][a-z]+ [a-z]+ [^'"`]*['"`]/g)]).toEqual([file, null]);
    }
  });
});

/** What may be sent for a field: nothing, other types, texts that are too long, wrong or empty. */
const values = [undefined, null, 1, {}, [], '', ' ', 'x', 'x'.repeat(5000), '5', '+1', 'a@', 'tomorrow'];
const contracts: Record<string, z.ZodMiniType> = { ConsultationRequest, CallbackForm, BookingRequest, VisitChange };
const fields = [...Object.keys(ConsultationRequest.shape), ...Object.keys(BookingRequest.shape), ...['action', 'slot']];

test.each(Object.entries(contracts))('whatever is wrong with a %s is said in Spanish', (_, contract) => {
  const bodies = [...values, ...values.flatMap((value) => fields.map((field) => ({ action: 'move', [field]: value })))];
  const messages = new Set(
    bodies.flatMap((body) => contract.safeParse(body).error?.issues ?? []).map(({ message }) => message),
  );
  expect(messages.size).toBeGreaterThan(1);
  for (const message of messages) expect(sentenceIn('es', message), message).not.toBe(message);
});

test('a refusal is said in a language with its issues and headers; what only the owner is told stays English', () => {
  const issues = [{ path: ['name'], message: rules.name }];
  const refusal = refusalIn('es', new Refusal(400, rules.name, { issues, headers: { 'retry-after': '1' } }));
  expect(refusal).toMatchObject({
    status: 400,
    message: 'Por favor, escriba su nombre',
    issues: [{ path: ['name'], message: 'Por favor, escriba su nombre' }],
    headers: { 'retry-after': '1', 'content-language': 'es' },
  });
  expect(refusalIn('es', new Refusal(401, 'Please sign in')).message).toBe('Please sign in');
});

test.each([
  ['es', 'es'],
  ['es-US', 'es'],
  ['en', 'en'],
  ['fr', 'en'],
  ['en-US,en;q=0.9,es;q=0.8', 'en'],
  [null, 'en'],
])('a call with Accept-Language %j is answered in %s', (tag, language) => {
  const headers = new Headers(tag === null ? {} : { 'accept-language': tag });
  expect(languageOfCall({ headers })).toBe(language);
});
