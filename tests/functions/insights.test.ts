import { firstVisit } from '#lead/visits';
import { changeVisit } from '#server/leads/lead-records';
import { expect, test } from 'vitest';
import { CONSENT } from '#contracts/consultation';
import { Insights } from '#contracts/insights';
import { apiForTests } from '#tests/support/admin-api';
import { consultation } from '#tests/support/visitor';
import { DAY } from '#lib/time/units';

const api = apiForTests();
const PATH = '/api/insights';

async function insights(days?: string): Promise<Insights> {
  const query = days ? `?days=${days}` : '';
  const answer = await api.asOwner('GET', `${PATH}${query}`);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  return Insights.parse(await answer.json());
}

test('no other method; no other days', async () => {
  expect((await api.ask('POST', PATH)).headers.get('allow')).toBe('GET, HEAD');
  for (const query of ['days=31', 'days=', 'as=xml']) {
    expect((await api.asOwner('GET', `${PATH}?${query}`)).status, query).toBe(400);
  }
});

test('what visitors and the owner do is counted, on the page and in the file', async () => {
  const attribution = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'Fall shades', gclid: 'Cj0_1' };
  const { id: booked } = await api.booked(await api.openSlot(), { attribution, consent: CONSENT });
  const { id: called } = await api.receive();
  await api.changed(called, { status: 'contacted' });
  await api.receive({ company: 'a robot' });
  const { period, sources, robots } = await insights('90');
  expect([period, robots]).toMatchObject([{ requests: 2, bookings: 1, visits: 0, won: 0, calls: 1 }, 1]);
  expect(sources[0]).toMatchObject({ name: 'Google ad', requests: 1, bookings: 1 });
  const yesterday = new Date(Date.now() - DAY).toISOString();
  await changeVisit(api.store('leads'), firstVisit(booked), (visit) => ({ ...visit, start: yesterday }));
  await api.changed(called, { status: 'won', amount: 12_400 });
  expect((await insights()).period).toMatchObject({ visits: 1, won: 1, dollars: 12_400, calls: 1 });

  const conversions = async () => await api.text(api.asOwner('GET', `${PATH}?as=google-ads`));
  expect(await conversions()).toMatch(
    /^"Google Click ID".*\r\n"Cj0_1","","","Booked visit","[-\d]+ [:\d]+-0[45]00","",""\r\n$/,
  );
  await api.changed(booked, { noAds: true });
  expect((await conversions()).split('\r\n')).toHaveLength(2);
  await api.text(api.asOwner('POST', '/api/leads', { ...consultation, heardFrom: 'sign' }), 201);
  expect((await insights()).sources.map(({ name }) => name)).toContain('Yard sign or truck');

  const file = await api.asOwner('GET', `${PATH}?days=365&as=csv`);
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(file.headers.get('content-disposition')).toMatch(/filename="insights-365-days-\d{4}-\d\d-\d\d\.csv"$/);
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toContain('"Campaign","Fall shades"');
});
