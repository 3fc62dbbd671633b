import { expect, test } from 'vitest';
import { adminPage, ENDED } from '#tests/support/admin-page';
import { type Scripted, scriptedServer } from '#tests/support/scripted-server';
import { createPictures } from './pictures.ts';

const server = scriptedServer();
const PATH = '/api/leads/a/pictures';
const at = '2026-11-20T15:00:00.000Z';
const listOf = (...ids: string[]) => ids.map((id) => ({ id, at }));
const answer = (...ids: string[]): Scripted => ({ body: { pictures: listOf(...ids) } });
const files = ['bay.jpg', 'bow.jpg'].map((name) => new File(['x'], name));

async function openPictures(...answers: Scripted[]) {
  server.script(PATH, ...answers);
  const { environment, session } = adminPage(server, '/admin/leads#a');
  const pictures = createPictures(environment, session);
  await pictures.load('a');
  return { pictures, shown: () => pictures.$shown.get() };
}
const sent = () => server.heard.filter(({ method }) => method === 'POST');

test('pictures are added one by one, in one go at a time, and removed after a question', async () => {
  const refused = { status: 400, body: { error: 'This is no picture.' } };
  const { pictures, shown } = await openPictures(answer('1'), answer('1', '2'), refused);
  expect(shown()).toEqual({ id: 'a', pictures: listOf('1'), status: '', problem: '', isBusy: false });
  await pictures.add('a', []);
  const adding = pictures.add('a', files);
  expect(shown()).toMatchObject({ isBusy: true, status: 'Sending picture 1 of 2…' });
  await pictures.add('a', files);
  await adding;
  expect(sent().map(({ body }) => /bay|bow/.exec(body)?.[0])).toEqual(['bay', 'bow']);
  const problem = 'This is no picture.';
  expect(shown()).toEqual({ id: 'a', pictures: listOf('1', '2'), status: 'Added.', problem, isBusy: false });
  server.script(`${PATH}/2`, { cut: true }, answer('1'));
  pictures.removal.ask({ id: 'a', picture: '2' }, null);
  await pictures.removal.confirm();
  expect([shown().pictures, pictures.removal.$question.get()?.problem]).toEqual([
    listOf('1', '2'),
    'No answer came. Please try again.',
  ]);
  await pictures.removal.confirm();
  expect(shown()).toEqual({ id: 'a', pictures: listOf('1'), status: '', problem: '', isBusy: false });
});

test.each([
  ['No answer came. Please try again.', { cut: true }],
  ['Not now', { status: 503, body: { error: 'Not now' } }],
  ['Please sign in', ENDED],
])('what fails is said once: %s', async (problem, failure) => {
  const { pictures, shown } = await openPictures(failure);
  expect(shown()).toEqual({ id: 'a', pictures: null, status: '', problem, isBusy: false });
  await pictures.add('a', files);
  expect(shown()).toMatchObject({ problem, status: '' });
});

test('what comes after another lead was opened is not shown there', async () => {
  const { pictures, shown } = await openPictures(answer('1'));
  const adding = pictures.add('a', files);
  server.script('/api/leads/b/pictures', answer('7'));
  await Promise.all([pictures.load('b'), adding]);
  expect(shown()).toEqual({ id: 'b', pictures: listOf('7'), status: '', problem: '', isBusy: false });
});
