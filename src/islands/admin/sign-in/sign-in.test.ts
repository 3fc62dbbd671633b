import { expect, test } from 'vitest';
import { authApi } from '#islands/ui/api/auth.ts';
import { createClient } from '#islands/ui/api/client.ts';
import { type Scripted, scriptedServer } from '#tests/support/scripted-server';
import { createSignIn } from './sign-in.ts';

const server = scriptedServer();
const credentials = { username: 'owner', password: ' pass word ' };

/** Signs in once and tells what happened, in order. */
async function attempt(answer: Scripted) {
  server.script('/api/auth/login', answer);
  const events: unknown[] = [];
  const session = createSignIn({
    api: authApi(createClient(server.origin())),
    enter: () => events.push('entered'),
    tell: {
      trying: () => events.push('trying'),
      signedIn: () => events.push('signed in'),
      failed: (failure) => events.push(failure),
    },
  });
  const done = session.signIn(credentials);
  expect(session.$pending.get()).toBe(true);
  await session.signIn(credentials);
  await done;
  return { events, pending: session.$pending.get() };
}

test('right credentials: sent as typed, once, and the owner enters', async () => {
  const { events } = await attempt({ body: { success: true } });
  expect(events).toEqual(['trying', 'signed in', 'entered']);
  expect(server.heard).toHaveLength(1);
  expect(JSON.parse(server.heard[0]?.body ?? '')).toEqual(credentials);
});

test.each<[string, Scripted, unknown]>([
  ['a refusal', { status: 401, body: { error: 'Invalid credentials' } }, { said: 'Invalid credentials' }],
  ['too many tries', { status: 429, body: { error: 'Please wait.' } }, { said: 'Please wait.' }],
  ['a success that is none', { body: { success: false } }, { wrong: true }],
  ['an answer that is no answer', { body: 'hello' }, { unanswered: true }],
  ['a cut connection', { cut: true }, { unanswered: true }],
])('%s lets nobody in, and leaves the form for another try', async (_, answer, failure) => {
  expect(await attempt(answer)).toEqual({ events: ['trying', failure], pending: false });
});
