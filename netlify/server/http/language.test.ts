import { readFile } from 'node:fs/promises';
import type * as z from 'zod/mini';
import { expect, it, test } from 'vitest';
import { BookingRequest } from '#contracts/calendar';
import { CallbackForm, ConsultationRequest } from '#contracts/consultation';
import { VisitChange } from '#contracts/visit';
import { ruleIn } from '#contracts/problem';
import { ownerRefusals } from '#i18n/en/api';
import { ownerRefusals as spanishRefusals } from '#i18n/es/api';
import { languageOfCall, rules } from './language.ts';
import { Refusal, refusalIn } from './refusal.ts';

type Sentences = Readonly<Record<string, string | ((values: never) => string)>>;
type Sentence = readonly [code: string, english: string, spanish: string];

/** Each sentence in both languages, with the same values. */
const inBoth = (one: Sentences, other: Sentences, values: unknown): Sentence[] => {
  const say = (sentence: Sentences[string] = '') =>
    typeof sentence === 'string' ? sentence : sentence(values as never);
  return Object.entries(one).map(([code, sentence]) => [code, say(sentence), say(other[code])]);
};

const given = {
  ...{ phone: '(404) 555-0142', methods: 'GET, HEAD', type: 'text/x-form', kilobytes: 32, visits: 76 },
  ...{ minutes: 14, count: 13, checks: 'webhook', backup: '2026-11-02', records: 'leads x', max: 48, bytes: 524 },
  ...{ megabytes: 86, megapixels: 61, edge: 9000, name: 'a.heic' },
};
const all = [...inBoth(rules.en, rules.es, {}), ...inBoth(ownerRefusals, spanishRefusals, given)];

it.each(all)('the sentence %s has a Spanish one, with the same values in it', (_, one, other) => {
  expect(other).not.toBe(one);
  for (const value of ['{max}', ...Object.values(given).map(String)]) {
    expect(other.includes(value)).toBe(one.includes(value));
  }
  expect(other.endsWith('.')).toBe(one.endsWith('.'));
});

it('every sentence that a visitor may read stands in one place: what answers visitors writes none of its own', async () => {
  for (const file of [
    'call',
    'handler',
    'refusal',
    'request-body',
    'answers',
    'booking-calls',
    'visit-calls',
    'media-calls',
    'language',
  ]) {
    const text = await readFile(`netlify/server/http/${file}.ts`, 'utf8');
    expect([file, text.match(/['"`][A-Z][a-z]+ [a-z]+ [^'"`]*['"`]/g)]).toEqual([file, null]);
  }
});

/** Wrong values for a field. */
const values = [undefined, null, 1, {}, [], '', ' ', 'x', 'x'.repeat(5000), '5', '+1', 'a@', 'tomorrow'];
const contracts: Record<string, z.ZodMiniType> = { ConsultationRequest, CallbackForm, BookingRequest, VisitChange };
const fields = [...Object.keys(ConsultationRequest.shape), ...Object.keys(BookingRequest.shape), ...['action', 'slot']];

test.each(Object.entries(contracts))('whatever is wrong with a %s is said in Spanish', (_, contract) => {
  const bodies = [...values, ...values.flatMap((value) => fields.map((field) => ({ action: 'move', [field]: value })))];
  const issues = bodies.flatMap((body) => contract.safeParse(body).error?.issues ?? []);
  expect(new Set(issues.map(({ message }) => message)).size).toBeGreaterThan(1);
  for (const issue of issues) expect(ruleIn(rules.es, issue), issue.message).not.toBe(ruleIn(rules.en, issue));
});

test('a refusal is said in a language with its issues and headers, also to the owner', () => {
  const issues = [{ path: ['name'], message: 'name' }];
  expect(refusalIn('es', new Refusal(400, 'check', { issues, headers: { 'retry-after': '1' } }))).toEqual({
    error: 'Por favor, escriba su nombre',
    issues: [{ path: ['name'], message: 'Por favor, escriba su nombre' }],
    headers: { 'retry-after': '1', 'content-language': 'es' },
  });
  expect(refusalIn('es', new Refusal(401, 'signIn')).error).toBe('Inicie sesión');
});

test.each([
  ['es', 'es es es es'],
  // As the owner's pages ask, which are in both languages on every site.
  ['en', 'en en en en'],
  ['es-PR', 'en es es es'],
  ['fr', 'en en es es'],
  ['en-US,en;q=0.9,es;q=0.8', 'en en es en'],
  [null, 'en en es es'],
])('a call with Accept-Language %j is answered by what the site speaks: %s', (tag, languages) => {
  const headers = new Headers(tag === null ? {} : { 'accept-language': tag });
  const sites = [['en'], ['en', 'es'], ['es'], ['es', 'en']] as const;
  expect(sites.map((site) => languageOfCall({ headers }, site)).join(' ')).toBe(languages);
});
