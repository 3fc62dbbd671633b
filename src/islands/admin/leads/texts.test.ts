import { expect, test } from 'vitest';
import type { Conversation, ConversationText } from '#contracts/texts';
import type { ShownLead } from '#lead/answers';
import { adminLead as lead, adminPage } from '#tests/support/admin-page';
import { type Scripted, scriptedServer } from '#tests/support/scripted-server';
import { createCommands } from './commands.ts';
import { leadsApi } from './leads-api.ts';
import { createTexts } from './texts.ts';

const server = scriptedServer();
const THEIRS = { id: 'sm1', at: '2026-11-20T15:00:00.000Z', from: 'them', text: '¿A las 4?' } as const;
const ours = (id: string, text: string): ConversationText => ({ ...THEIRS, id: `r-answer-${id}`, from: 'us', text });
const conversation = (texts: readonly ConversationText[], changes: Partial<Conversation> = {}): Scripted => ({
  body: { texts, standing: 'agreed', mayAnswer: true, ...changes },
});
const a = lead('a');

/** The conversation of an open lead. */
async function openTexts(...answers: Scripted[]) {
  server.script('/api/leads/a/texts', conversation([THEIRS]), ...answers);
  server.script('/api/leads/a', { body: lead('a', { status: 'contacted' }) });
  const keys = [1, 2, 3].map((number) => `key-${number}`);
  const { environment, session } = adminPage(server, '/admin/leads#a', {
    wait: () => new Promise(() => {}),
    randomKey: () => keys.shift() ?? '',
  });
  const put: ShownLead[] = [];
  const api = leadsApi(environment.client);
  const context = { ...environment, api, session };
  const commands = createCommands(context, 'draft', () => undefined);
  const texts = createTexts(context, commands, (changed) => void put.push(changed));
  await texts.load('a');
  const known = () => {
    const now = texts.$conversation.get();
    return now.state === 'ready' ? now.texts.map(({ text }) => text) : now.state;
  };
  const key = texts.keyOf('a');
  const failed = () => commands.$presses.get()[key]?.failed;
  return { ...texts, known, typed: () => commands.$typed.get()[key]?.mine['text'], failed, put };
}
const sent = () => server.heard.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body));

test('an answer is sent once however often it is pressed, as one types it on a phone without typographic signs', async () => {
  const { type, send, known, typed, put } = await openTexts(conversation([THEIRS, ours('key-1', "It's fine")]));
  await send(a);
  type(a, 'It’s fine');
  await Promise.all([send(a), send(a)]);
  expect(sent()).toEqual([{ id: 'key-1', text: "It's fine", seen: [THEIRS.id] }]);
  expect([known(), typed(), put]).toMatchObject([['¿A las 4?', "It's fine"], undefined, [{ status: 'contacted' }]]);
});

test('what is typed while an answer is on its way is the next one', async () => {
  const { type, send, typed } = await openTexts(conversation([THEIRS]));
  type(a, 'Yes.');
  const sending = send(a);
  type(a, 'Yes. Bring the remote');
  await sending;
  expect(typed()).toBe('Bring the remote');
  await send(a);
  expect(sent().map(({ text }) => text)).toEqual(['Yes.', 'Bring the remote']);
});

test('an answer that fails stays in the field and goes again under its id; the field empties once it is seen to have arrived', async () => {
  const arrived = conversation([THEIRS, ours('key-1', 'Yes')]);
  const { type, send, known, typed, failed } = await openTexts(
    { cut: true },
    conversation([THEIRS]),
    { cut: true },
    arrived,
  );
  type(a, 'Yes');
  await send(a);
  expect([typed(), failed(), known()]).toMatchObject(['Yes', {}, ['¿A las 4?']]);
  await send(a);
  expect([typed(), failed(), known()]).toEqual([undefined, undefined, ['¿A las 4?', 'Yes']]);
  expect(sent().map(({ id }) => id)).toEqual(['key-1', 'key-1']);
});

test('a refusal is shown in its own words, and who has stopped meanwhile is seen to have', async () => {
  const stopped = conversation([THEIRS], { standing: 'stopped', mayAnswer: false });
  const refusal = { status: 409, body: { error: 'They have stopped texts.' } };
  const { type, send, typed, failed, $conversation } = await openTexts(refusal, stopped);
  type(a, 'Yes');
  await send(a);
  expect([typed(), failed(), $conversation.get()]).toMatchObject([
    'Yes',
    { serverMessage: 'They have stopped texts.' },
    { standing: 'stopped' },
  ]);
});

test('a renewal brings a new text, fails in silence, and asks nothing once the lead is closed', async () => {
  const more = { ...THEIRS, id: 'sm2', text: 'Hello?' };
  const { renew, load, known } = await openTexts({ cut: true }, conversation([THEIRS, more]));
  await renew();
  expect(known()).toEqual(['¿A las 4?']);
  await renew();
  expect(known()).toEqual(['¿A las 4?', 'Hello?']);
  const asked = server.heard.length;
  await load('');
  await renew();
  expect(server.heard).toHaveLength(asked);
});

test('texts that are shown stay while their lead is opened again', async () => {
  const { load, known } = await openTexts();
  const again = load('a');
  expect(known()).toEqual(['¿A las 4?']);
  await again;
});

test('another lead never shows the texts of the last one, however late they come', async () => {
  const { load, renew, known } = await openTexts();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.script('/api/leads/a/texts', { ...conversation([THEIRS]), after: promise });
  server.script('/api/leads/b/texts', conversation([]));
  const late = renew();
  const next = load('b');
  expect(known()).toBe('loading');
  await next;
  resolve();
  await late;
  expect(known()).toEqual([]);
});
