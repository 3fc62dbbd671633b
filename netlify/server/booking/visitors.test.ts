import { expect, test } from 'vitest';
import { visitRules } from '#business';
import { FIRST_PERSON } from '#contracts/people';
import { findLead, keepLead } from '#server/leads/lead-records';
import { leadId } from '#server/leads/lead-id';
import { alone, bookSlot, first, now, other, second, third, twoPeople, withLeads } from '#tests/support/booking-world';
import { memoryStore, type Records } from '#tests/support/stores/interleave';
import { availableSlots } from './offer.ts';
import { sweepSlots } from './reconcile.ts';
import { visitorsAt } from './visitors.ts';
import { toSlot } from '#lib/time/interval';

const [guest, near, far] = ['guest', 'near', 'far'].map(leadId) as [string, string, string];
const context = (records: Records, rules = twoPeople) => alone('embedded', records, now, rules);
/** With this person alone. */
const of = (id: string) => ({ ...twoPeople, people: twoPeople.people?.filter((person) => person.id === id) ?? [] });

async function orderAt(records: Records, interval = third): Promise<readonly string[]> {
  const found = await findLead(memoryStore(records, 'leads'), guest);
  return await visitorsAt(context(records), { found, schedule: twoPeople, asked: { interval } });
}

async function leadsAt(zipCodes: Readonly<Record<string, string>>): Promise<Records> {
  const records = await withLeads([]);
  for (const [index, [id, zipCode]] of Object.entries(zipCodes).entries()) {
    const phone = `407 555 01${30 + index}`;
    const words = { city: 'Roswell', serviceInterest: 'Motorized Shades', preferredContact: 'phone' } as const;
    const request = { name: id, phone, zipCode, ...words };
    await keepLead(memoryStore(records, 'leads'), { id, request, source: 'dialog', now: new Date(now) });
  }
  return records;
}

test('who comes: whoever was there before, else who has fewer visits that day, else who is nearer', async () => {
  const records = await leadsAt({ [guest]: '32801', [near]: '32803', [far]: '34786' });
  expect(await orderAt(records)).toEqual([FIRST_PERSON, other]);
  await bookSlot(context(records, of(FIRST_PERSON)), far, first);
  expect(await orderAt(records), 'fewer visits').toEqual([other, FIRST_PERSON]);
  await bookSlot(context(records, of(other)), near, second);
  expect(await orderAt(records), 'the nearer of two with one visit each').toEqual([other, FIRST_PERSON]);
  await bookSlot(context(records, of(FIRST_PERSON)), guest, first, 'link');
  expect(await orderAt(records), 'still, since the first time is taken').toEqual([other, FIRST_PERSON]);
  await bookSlot(context(records, of(FIRST_PERSON)), guest, third, 'link');
  expect(await orderAt(records), 'there before').toEqual([FIRST_PERSON, other]);
});

test('a time is offered while one of those who make consultations is free, by hours and times away of their own', async () => {
  const records = await leadsAt({ [guest]: '32801' });
  const [whole] = twoPeople.people ?? [];
  const installer = { id: other, name: 'Ivan', role: 'installer', kinds: ['installation'] };
  const away = { id: other, name: 'Ivan', role: 'owner', kinds: ['consultation'], away: [first] };
  const closed = { ...away, away: [], weekly: Array.from({ length: 7 }, () => []) };
  const offers = async (second: object) => {
    const rules = { ...visitRules, people: [whole, second] } as typeof twoPeople;
    return (await availableSlots(context(records, rules))).some(({ start }) => start === toSlot(first).start);
  };
  await bookSlot(context(records, of(FIRST_PERSON)), guest, first);
  const free = { ...away, away: [] };
  expect([await offers(free), await offers(away), await offers(closed), await offers(installer)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('a sweep of many booked visits reads once who comes', async () => {
  const records = await leadsAt({ [guest]: '32801', [near]: '32803', [far]: '34786' });
  for (const id of [guest, near, far]) await bookSlot(context(records), id, id === far ? second : first);
  let readings = 0;
  const schedule = async () => {
    readings += 1;
    return twoPeople;
  };
  await sweepSlots({ ...context(records), schedule });
  expect(readings).toBe(1);
});
