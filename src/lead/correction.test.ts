import { expect, test } from 'vitest';
import type { KeptRequest } from '#contracts/kept-request';
import { MAX_NOTES, siteNoteId } from '#contracts/lead-note';
import { after, leadOf, moment } from '#tests/support/lead';
import { withConsents, withFormerWords, withResent } from './correction.ts';
import type { Lead } from './lead.ts';

type Words = Partial<KeptRequest>;
const [number, another] = ['(407) 555-0101', '(407) 555-0102'];
const plain = leadOf().request;
const agreed: KeptRequest = { ...plain, phone: number, texts: true };
const correct = (lead: Lead, request: object) => after(lead, { do: 'correct', request });
const written = { by: 'Olga' };

test.each<[string, object, boolean | undefined]>([
  ['another word', { name: 'John Smith' }, true],
  ['the number in another way', { phone: '407-555-0101' }, true],
  ['another number', { phone: another }, undefined],
  ['no number', { phone: null, email: 'ann@example.com' }, undefined],
  ['another number that agreed too', { phone: another, texts: true }, true],
  ['no texts any more', { texts: null }, undefined],
])('an agreement to texts is for its number: the owner corrects %s', (_, request, texts) => {
  expect(correct(leadOf({ request: agreed }), request).request.texts).toBe(texts);
});

test.each<[string, object, Words, boolean | undefined]>([
  ['another number, the box ticked', {}, { phone: '(407) 555-0103' }, true],
  ['another number, the box not ticked', {}, { phone: '(407) 555-0103', texts: undefined }, undefined],
  ['the box not ticked any more', {}, { texts: undefined }, undefined],
  ['other words, of a number that the owner corrected', { phone: another }, { message: 'New' }, undefined],
  ['other words, of one that agreed on the phone', { phone: another, texts: true }, { message: 'New' }, true],
  ['another number than the owner’s, the box ticked', { phone: another }, { phone: '(407) 555-0103' }, true],
  ['other words, after a no on the phone', { texts: null }, { message: 'New' }, undefined],
])('a visitor who sends a request again says anew whether to text: %s', (_, correction, change, texts) => {
  const sent = { ...agreed, ...change };
  const { request, asSent } = withResent(
    correct(leadOf({ request: agreed }), { ...correction, city: 'Decatur' }),
    sent,
  );
  expect([request.texts, request.city, request.message, asSent]).toEqual([texts, 'Decatur', change.message, sent]);
});

test.each<[string, Words, Words, object, boolean | undefined]>([
  ['a yes does not reach another number', {}, { phone: another }, { texts: true }, undefined],
  ['a no does not reach another number', { texts: true }, { phone: another, texts: true }, { texts: null }, true],
  ['a yes reaches the same number', {}, {}, { texts: true }, true],
  ['a new number has not agreed', {}, { texts: true }, { phone: '(407) 555-0103' }, undefined],
])('the owner corrects a lead of two requests: %s', (_, first, second, request, texts) => {
  const part = { id: 'bob', createdAt: '2026-11-30T15:00:00.000Z', source: 'form', request: { ...plain, ...second } };
  const { also } = correct(leadOf({ request: { ...plain, ...first }, also: [part] }), request);
  expect(also?.[0]?.request.texts).toBe(texts);
});

test('what a newer version of the site knows of a request stays, and what is sent again is all that counts', () => {
  const newer = { ...plain, tint: 'gray' };
  expect(withResent({ request: newer }, agreed)).toEqual({ request: { ...agreed, tint: 'gray' } });
});

test('who cannot be reached already may be corrected; a note is written of other words, and only if there is room', () => {
  const unreached = leadOf({ request: { ...plain, phone: undefined } });
  expect(correct(unreached, { city: 'Decatur' }).request.city).toBe('Decatur');
  const mailed = leadOf({ request: { ...plain, phone: undefined, email: 'ann@example.com' } });
  expect(() => correct(mailed, { email: null })).toThrow('unreachable');
  expect(withFormerWords(mailed, mailed.request, written)).toBe(mailed);
  const notes = (idOf: (count: number) => string) =>
    leadOf({ notes: Array.from({ length: MAX_NOTES }, (_, count) => ({ id: idOf(count), text: 'x' })) });
  const full = notes(siteNoteId);
  expect(withFormerWords(full, agreed, written)).toBe(full);
  // The owner's own notes take none of the site's room.
  expect(withFormerWords(notes(String), agreed, written).notes).toHaveLength(MAX_NOTES + 1);
});

test('each number whose texts are agreed to now, or no more, is written down once: with who, where and a visitor’s wording', () => {
  const request = { kind: 'request', at: moment(0) };
  const of = (words: Words) => leadOf({ request: { ...plain, ...words }, untold: [request] });
  const [one, other] = [number, another].map((phone) => of({ phone, texts: true, consent: '2027-02' }));
  const how = { at: moment(0), by: 'visitor', where: 'visit' };
  const said = (before: Lead | null, lead = of({}), by = 'visitor') =>
    withConsents(before, lead, { ...how, by }).untold.map(({ kind, number: of, ...rest }) => [
      kind,
      of,
      rest.by,
      rest.wording,
    ]);
  const asked = ['request', undefined, undefined, undefined];
  expect(said(null, one)).toEqual([asked, ['agreed', '+14075550101', 'visitor', '2027-02']]);
  expect(said(one ?? null, other, 'Olga')).toEqual([
    asked,
    ['withdrawn', '+14075550101', 'Olga', undefined],
    ['agreed', '+14075550102', 'Olga', undefined],
  ]);
  expect(said(one ?? null)).toEqual([asked, ['withdrawn', '+14075550101', 'visitor', undefined]]);
  for (const same of [of({ phone: number, texts: true }), { ...of({}), isSpam: true }])
    expect(withConsents(one ?? null, same, how)).toBe(same);
});
