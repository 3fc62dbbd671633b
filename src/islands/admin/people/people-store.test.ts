import { expect, test } from 'vitest';
import type { ShownPerson } from '#contracts/people-calls';
import { adminPage } from '#tests/support/admin-page';
import { scriptedServer } from '#tests/support/scripted-server';
import { createPeopleAdmin } from './people-store.ts';

const server = scriptedServer();
const day = [{ from: '09:00', until: '18:00' }];
const weekly = Array.from({ length: 7 }, () => day);
const settings = { visitMinutes: 60, installationMinutes: 240, stepMinutes: 90, noticeMinutes: 1440, daysAhead: 14 };
const ira: ShownPerson = {
  ...{ id: 'k3v9x2mf', name: 'Ira Katz', role: 'installer', kinds: ['installation'], visits: 0 },
  ...{ devices: [], hasPasskey: true },
};
const none = { body: { people: [], weekly, settings } };
const two = { body: { ...none.body, people: [{ ...ira, id: 'first', role: 'owner' }, ira] } };

async function page(answer: object = two) {
  const { environment, session, events } = adminPage(server, '/admin/people');
  server.script('/api/people', answer);
  const people = createPeopleAdmin(environment, session);
  await people.start();
  return { people, events };
}
const opener = null as unknown as HTMLElement;
const sent = () => JSON.parse(server.heard.at(-1)?.body ?? '');

test('the first person is added with the owner’s own name, by the server’s rules; a refusal leaves what is typed', async () => {
  const { people, events } = await page(none);
  people.open(null, opener);
  people.type({ name: 'I' });
  await people.save();
  expect(people.$form.get()?.problems).toEqual({ name: ['Please enter a name'], ownName: ['Please enter a name'] });
  people.type({ name: 'Ira Katz', ownName: 'Olivia', phone: '407.555.0123' });
  server.script('/api/people', { status: 503, body: { error: 'Not now.' } }, { status: 201, ...two });
  await people.save();
  expect([people.$form.get()?.mine.name, events]).toEqual(['Ira Katz', ['Error: Not now.']]);
  await people.save();
  expect(sent()).toMatchObject({ name: 'Ira Katz', ownName: 'Olivia', role: 'installer', phone: '(407) 555-0123' });
  expect(sent().kinds).toEqual(['measure', 'installation', 'service']);
  expect([people.$form.get(), people.$known.get()]).toMatchObject([
    null,
    { people: [{ id: 'first' }, { id: ira.id }] },
  ]);
});

test('what another device has changed meanwhile is asked about; the rest is saved beside it', async () => {
  const { people, events } = await page();
  people.open(ira, opener);
  people.type({ phone: '407.555.0123', email: 'ira@example.com' });
  const conflict = { fields: { phone: '(407) 555-0199' } };
  server.script(`/api/people/${ira.id}`, { status: 409, body: { error: 'Changed.', conflict } }, two);
  await people.save();
  expect(sent()).toMatchObject({ phone: '(407) 555-0123', seen: { phone: '', email: '' } });
  expect([people.$form.get()?.theirs, events]).toEqual([conflict, []]);
  await people.settle('phone', false);
  expect(sent()).toMatchObject({
    phone: '(407) 555-0199',
    email: 'ira@example.com',
    seen: { phone: '(407) 555-0199' },
  });
  expect([people.$form.get(), events]).toEqual([null, ['Ira Katz: saved']]);
});

test('somebody gets own hours, and the business’s again; a press at a time; the removal asks first', async () => {
  const { people, events } = await page();
  people.open({ ...ira, weekly }, opener);
  people.setDays([1, 2], []);
  expect(people.isChanged()).toBe(true);
  server.script(`/api/people/${ira.id}`, two, { ...two, status: 204, body: '' });
  await people.save();
  expect([sent().weekly[1], sent().weekly[3], 'ownName' in sent()]).toEqual([[], day, false]);
  people.open({ ...ira, weekly }, opener);
  people.type({ weekly: undefined });
  server.script(`/api/people/${ira.id}`, two);
  await people.save();
  expect('weekly' in sent()).toBe(false);
  server.script(`/api/people/${ira.id}/invitation`, two);
  await Promise.all([people.invite(ira), people.invite(ira)]);
  expect(server.heard.filter(({ path }) => path.endsWith('/invitation'))).toHaveLength(1);
  people.askRemoval({ ...ira, visits: 1 }, null);
  server.script(`/api/people/${ira.id}?visitsTo=anybody`, {
    status: 409,
    body: { error: '1 visit is still to come.' },
  });
  server.script('/api/people', two);
  await people.remove();
  expect(people.$removal.get()?.problem).toBe('1 visit is still to come.');
  people.giveVisits('first');
  server.script(`/api/people/${ira.id}?visitsTo=first`, { status: 204 });
  server.script('/api/people', none);
  await people.remove();
  expect([people.$removal.get(), people.$known.get()]).toMatchObject([null, { people: [] }]);
  expect(events).toEqual(['Ira Katz: saved', 'Ira Katz: saved']);
});
