import { atom, map } from 'nanostores';
import { FIRST_PERSON } from '#contracts/people';
import { type Problems, problemsOf } from '#contracts/problem';
import { sayRule } from '#browser/say-rule';
import { ContentDue, Setup, SetupEntry, type SetupLine, Trial } from '#contracts/setup';
import { browserEnvironment, type Environment } from '#browser/environment';
import { say } from '#browser/say';
import type { ReadOnly } from '#islands/ui/resource.ts';
import { createPageData } from '../renewal.ts';
import { type AdminSession, session } from '../sign-in/session.ts';
import { type EnteredLine, lineWords } from './setup-words.ts';

const PATH = '/api/setup';

type Browser = Pick<Environment, 'client' | 'address'> & {
  /** The address of the page from then on. */
  readonly rename: (path: string) => void;
  readonly go: (address: string) => void;
};

/** Whose calendars the owner may enter: the host may have set the first person's. */
export const enterable = ({ people = [], by }: Setup['lines'][number]) =>
  people.filter(({ id }) => id !== FIRST_PERSON || by !== 'host');

/** Where the owner sets up what the site needs beside its pages. */
export function createSetup({ client, address, rename, go }: Browser, session: AdminSession) {
  const { $known, shown, start, load, reload } = createPageData(session, async () => {
    const due = client.send('GET', '/admin/content-due.json', ContentDue).catch((): ContentDue => []);
    return { ...(await client.send('GET', PATH, Setup)), due: await due };
  });
  /** The line whose form is open, what is typed there, and its mistakes. */
  const $open = atom<EnteredLine | null>(null);
  const $typed = map<Record<string, string>>({});
  const $problems = atom<Problems>({});
  /** One action at a time, by its line. */
  const $busy = atom<SetupLine | null>(null);
  const $trials = map<Partial<Record<SetupLine, Trial>>>({});

  function open(line: EnteredLine | null): void {
    const fields = (line && lineWords[line].fields) ?? [];
    const known = line === 'busy' && shown()?.lines.find(({ name }) => name === line);
    const [person] = known ? enterable(known) : [];
    const initials = fields.map(({ name, initial = '' }) => [name, initial] as const);
    $typed.set({ ...Object.fromEntries(initials), ...(person && { person: person.id }) });
    $problems.set({});
    $open.set(line);
  }

  /** Does one action at a time. What came of it stands in its line. */
  async function perform(line: SetupLine, work: () => Promise<Trial | undefined>): Promise<Trial | undefined> {
    if ($busy.get()) return undefined;
    $busy.set(line);
    $trials.setKey(line, undefined);
    const outcome = await session.call(work);
    if (outcome.state !== 'signed-out') await reload();
    $busy.set(null);
    if (outcome.state === 'signed-out') return undefined;
    const noAnswer = say('No answer came. Please try again in a moment.');
    const trial =
      outcome.state === 'done' ? outcome.value : { isDone: false, words: outcome.serverMessage ?? noAnswer };
    $trials.setKey(line, trial);
    return trial;
  }

  const enter = (line: SetupLine, entry: SetupEntry) =>
    perform(line, () => client.send('PUT', PATH, Trial, { body: entry }));

  return {
    $known,
    $open,
    $typed,
    $problems,
    $busy,
    $trials,
    load,
    open,
    type: (name: string, value: string): void => $typed.setKey(name, value),
    /** Reads what is set up. Google has sent the owner back with its answer in the address, which is then taken out. */
    async start(): Promise<void> {
      const { pathname, search } = address();
      const answer = new URLSearchParams(search);
      const [code, state, error] = ['code', 'state', 'error'].map((name) => answer.get(name));
      if (code || error) rename(pathname);
      await start();
      if (code && state) await enter('calendar', { line: 'google', code, state });
      else if (error) {
        const words = say('Google did not let the site in: {error}.', { error });
        $trials.setKey('calendar', { isDone: false, words });
      }
    },
    /** Sends what is typed. It stays there if it does not work. */
    async keep(): Promise<void> {
      const line = $open.get();
      if (!line) return;
      const { data, error } = SetupEntry.safeParse({ line, ...$typed.get() });
      $problems.set(problemsOf(error?.issues, sayRule));
      const trial = data && (await enter(line, data));
      if (trial?.address) go(trial.address);
      else if (trial?.isDone) open(null);
    },
    tryLine: (line: SetupLine, number?: string) =>
      perform(line, () => client.send('POST', `${PATH}/${line}`, Trial, { body: { ...(number && { number }) } })),
    /** `person`: whose line it is; absent: the first person's. */
    forget: (line: SetupLine, person = FIRST_PERSON) =>
      perform(line, async () => {
        await client.call('DELETE', `${PATH}/${line}${person === FIRST_PERSON ? '' : `-of-${person}`}`);
        return { isDone: true, words: say('What you had entered is gone.') };
      }),
  };
}

export const setup: ReadOnly<ReturnType<typeof createSetup>> = createSetup(
  {
    ...browserEnvironment,
    rename: (path) => history.replaceState(null, '', path),
    go: (address) => location.assign(address),
  },
  session,
);
