import { LeadPage, Today } from '#lead/answers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { GalleryList } from '#contracts/gallery';
import { standingVisits } from '#lead/visits';
import { leadReference } from '#server/leads/lead-id';
import { visitToken } from '#server/leads/visit-link';
import { kindOf, recordKinds } from '#server/records/kinds';
import { apiForTests, origin } from '#tests/support/admin-api';
import { fixtureOf, type RecordFixture, recordFixtures, storeFixtures } from '#tests/support/record-fixtures';

const api = apiForTests();
beforeEach(() => {
  // Five minutes after the fixtures were written.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T15:05:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  api.sql('DELETE FROM records');
});

const place = (...fixtures: readonly RecordFixture[]) => storeFixtures(api.dataDir, fixtures);

const lead = fixtureOf('lead');
const id = lead.key.slice('leads/'.length);
const slot = '2026-11-23T14:00:00.000Z';
const { secret } = Object(fixtureOf('link-secret').value);
const visitPage = `/visit/${visitToken(secret, id)}`;
const feed = `/calendar/${Object(fixtureOf('feed-secret').value).secret}.ics`;
/** What a visit needs beside its lead. */
const around = ['slot-booked', 'link-secret', 'feed-secret'].map(fixtureOf);

/** Walks a booked lead through all doors of the owner and the visitor, and removes it. Answers what they said. */
async function walkLead() {
  const { leads } = await api.read(LeadPage, '/api/leads');
  const today = await api.read(Today, '/api/today');
  const csv = await api.text(api.asOwner('GET', '/api/leads/export'));
  const shown = await api.shown(id);
  await api.text(api.asOwner('GET', '/api/insights?days=30'));
  await api.text(api.asOwner('GET', `/api/leads/${id}/mails`));
  const visits = await api.text(api.ask('GET', feed));
  const page = await api.text(api.ask('GET', visitPage));
  await api.commanded(id, { do: 'note', note: { id: 'n', text: 'Written today' } });
  await api.changed(id, { status: 'quoted' });
  const [{ start: from = null } = {}] = standingVisits(shown, Date.now());
  const to = (await api.openSlots()).at(-1)?.start;
  await api.commanded(id, { do: 'book', slot: to, from, isQuiet: false });
  await api.text(api.submit(visitPage, { action: 'cancel' }, { origin }), 303);
  await api.settled();
  const outbox = api.store('leads');
  const keys = (await outbox.list('outbox/')).filter(({ key }) => key.includes(leadReference(id)));
  const mails = await Promise.all(keys.map(async ({ key }) => JSON.stringify((await outbox.get(key))?.value)));
  await api.text(api.asOwner('DELETE', `/api/leads/${id}`), 204);
  await api.run('sweep-leads');
  return {
    listed: leads.find((one) => one.id === id),
    today,
    csv,
    page,
    visits,
    mails,
  };
}

test('each kind of record has a fixture, which the site reads', () => {
  for (const kind of recordKinds.filter(({ place }) => place !== 'health/last')) {
    const found = recordFixtures.filter((fixture) => kindOf(fixture) === kind);
    expect(found, `${kind.store}/${kind.place}`).not.toEqual([]);
  }
  for (const fixture of recordFixtures) {
    expect(kindOf(fixture)?.schema.safeParse(fixture.value).success, fixture.name).toBe(true);
  }
});

test('all of them go through every door', async () => {
  place(...recordFixtures);
  vi.setSystemTime(Date.now() + 61_000);
  expect(await api.text(api.asOwner('GET', '/api/health'))).toContain('"storage","state":"ok"');
  for (const address of ['/api/hours', '/api/alerts', '/api/auth/check', '/api/leads?status=new']) {
    await api.text(api.asOwner('GET', address));
  }
  const items = GalleryList.parse(JSON.parse(await api.text(api.ask('GET', '/api/gallery'))));
  expect(items.map(({ title }) => title).sort()).toEqual(['Shade', 'Shade', 'Sunroom']);
  for (const sweep of ['sweep', 'sweep-media', 'deliver-mail', 'remind']) {
    await api.run(sweep);
  }
  const { listed, today, csv, visits, mails } = await walkLead();
  expect(listed).toMatchObject({ status: 'booked', visits: [{ outcome: 'quoted' }, { start: slot }] });
  expect(today.visits.map((one) => one.lead.id)).toEqual([id]);
  expect(csv).toContain(leadReference(id));
  expect(visits).toContain('Elise Romero');
  expect(mails.join()).toContain('Visit cancelled');
  for (const { id: item } of items) await api.text(api.asOwner('DELETE', `/api/gallery/${item}`), 204);
});

/** The paths of all texts in a record. */
function textsIn(value: unknown, at: readonly string[] = []): string[][] {
  if (typeof value === 'string') return [[...at]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => textsIn(part, [...at, name]));
}

function withText<Value>(value: Value, [name = '', ...rest]: readonly string[], text: string): Value {
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  copy[name] = rest.length > 0 ? withText(copy[name], rest, text) : text;
  return copy as Value;
}

const LONG = `Formerly so ${'x'.repeat(5000)}`;
const chosenOfList = /status|source|service|Contact|language|city|category|mediaType|kind/;

/** More than any field may have, and for a choice also a name that every object has. */
const cases = (fixture: RecordFixture) =>
  textsIn(fixture.value)
    .filter(([name]) => name !== 'id')
    .flatMap((at) => {
      const name = at.join('.');
      const texts = chosenOfList.test(name) ? [LONG, 'constructor'] : [LONG];
      return texts.map((text) => [name, text.slice(0, 12), at, text] as const);
    });

describe('a lead whose', () => {
  // The last note has all fields that a note may have.
  const ofLead = cases(lead).filter(([name]) => !/^(notes\.[01]|visits)/.test(name));

  test.each(ofLead)('%s is %s is in every list, and can be opened, changed, cancelled and removed', async (...of) => {
    const [name, , at, text] = of;
    place(...around, { ...lead, value: withText(lead.value, at, text) });
    const isInstant = /At$|\.at$/.test(name);
    const { listed, today, csv, page, mails } = await walkLead();
    expect(listed?.id).toBe(id);
    expect(csv).toContain(leadReference(id));
    expect(today.visits.map((one) => one.lead.id)).toEqual([id]);
    expect(mails.join()).toContain('Visit cancelled');
    if (isInstant || /^(untold|undo)/.test(name)) return;
    expect(JSON.stringify(listed)).toContain(text);
    if (!/\.(id|corrects)$/.test(name)) expect(csv).toContain(text);
    const field = name.replace('request.', '');
    if (['name', 'city', 'zipCode', 'address', 'serviceInterest'].includes(field)) expect(page).toContain(text);
    if (['city', 'zipCode', 'serviceInterest', 'preferredContact', 'language', 'message'].includes(field)) {
      expect(mails.join()).toContain(text);
    }
  });

  test('status is unknown waits at Today, is found as new, and is shown in its own word', async () => {
    place({ ...lead, value: { ...Object(lead.value), status: 'measured' } });
    const { waiting } = await api.read(Today, '/api/today');
    expect(waiting.map(({ status }) => status)).toEqual(['measured']);
    for (const [query, found] of [
      ['new', 1],
      ['lost', 0],
    ] as const) {
      const { leads } = await api.read(LeadPage, `/api/leads?status=${query}`);
      expect(leads.map(({ status }) => status)).toEqual(Array.from({ length: found }, () => 'measured'));
    }
    expect(await api.text(api.asOwner('GET', '/api/leads/export'))).toContain('"measured"');
  });
});

test.each(cases(lead).filter(([name]) => /^visits\.1\.(kind|note|noteBy)$/.test(name)))(
  'a lead whose %s is %s is shown with its visit, and can be opened, changed and removed',
  async (_, __, at, text) => {
    place(...around, { ...lead, value: withText(lead.value, at, text) });
    const { today, visits } = await walkLead();
    expect(JSON.stringify(today.visits)).toContain(text);
    expect(visits).toContain('Elise Romero');
  },
);

const film = fixtureOf('gallery-film');
const item = film.key.slice('items/'.length);

test.each(cases(film))(
  'a gallery item whose %s is %s is shown, and can be changed and removed',
  async (_, __, at, text) => {
    const value = withText(film.value, at, text);
    place(fixtureOf('media-object'), { ...film, value });
    for (const address of ['/api/gallery', '/api/gallery/all']) {
      expect(JSON.parse(await api.text(api.asOwner('GET', address)))).toEqual([value]);
    }
    const changed = JSON.parse(await api.text(api.asOwner('PUT', `/api/gallery/${item}`, { alt: 'Changed' })));
    expect(changed).toMatchObject({ ...Object(value), alt: 'Changed', updatedAt: expect.any(String) });
    await api.run('sweep-media');
    expect(await api.store('media').list('objects/')).toHaveLength(1);
    await api.text(api.asOwner('DELETE', `/api/gallery/${item}`), 204);
  },
);
