import { atom } from 'nanostores';
import type { DayHours, WeeklyHours } from '#contracts/hours';
import { visitKindLabels } from '#contracts/owner-visit';
import { FIRST_PERSON } from '#contracts/people';
import { NewPerson, People, type ShownPerson } from '#contracts/people-calls';
import { type Problems, problemsOf } from '#contracts/problem';
import { say } from '#browser/say';
import { sayRule } from '#browser/say-rule';
import type { Opened } from '#islands/ui/dialog.ts';
import { clearToast, showError, showSuccess } from '#islands/ui/Toasts.tsx';
import { browserEnvironment, type Environment } from '#browser/environment';
import type { ReadOnly } from '#islands/ui/resource.ts';
import { isSame } from '#lib/is-same';
import { createQuestion } from '../question.ts';
import { createPageData } from '../renewal.ts';
import { type AdminSession, session } from '../sign-in/session.ts';

interface Form extends Opened {
  /** `null`: somebody new. */
  readonly id: string | null;
  readonly seen: PersonFields;
  readonly mine: PersonFields;
  readonly problems: Problems;
  readonly isSending: boolean;
}

const PATH = '/api/people';
/** What the form holds of somebody. `weekly`: absent for the business's hours. `ownName`: the owner's, beside the first one's. */
const blank = {
  ...{ name: '', ownName: '', role: 'installer', phone: '', email: '', language: 'en' },
  kinds: Object.keys(visitKindLabels).filter((kind) => kind !== 'consultation'),
  weekly: undefined as WeeklyHours | undefined,
};
export type PersonFields = typeof blank;

/** `visitsTo`: who gets the visits to come. */
interface Leaving extends Pick<ShownPerson, 'id' | 'name' | 'visits'> {
  readonly visitsTo: string;
}
export const ANYBODY = 'anybody';

/** The state and the actions of /admin/people. */
export function createPeopleAdmin({ client }: Pick<Environment, 'client'>, session: AdminSession) {
  const page = createPageData(session, () => client.send('GET', PATH, People));
  const $form = atom<Form | null>(null);
  /** The press in progress, such as `invite <id>`. One at a time. */
  const $busy = atom<string | null>(null);
  const removal = createQuestion(
    session,
    ({ id, visits, visitsTo }: Leaving) =>
      client.call('DELETE', `${PATH}/${id}${visits > 0 ? `?visitsTo=${visitsTo}` : ''}`),
    say('That person could not be removed. Please try again.'),
  );

  async function perform(what: string, work: () => Promise<People | string>, done: string): Promise<boolean> {
    if ($busy.get()) return false;
    clearToast();
    $busy.set(what);
    const outcome = await session.call(work);
    if (outcome.state === 'done') await (typeof outcome.value === 'string' ? page.reload() : page.set(outcome.value));
    $busy.set(null);
    if (outcome.state === 'done' && done) showSuccess(done);
    if (outcome.state === 'failed')
      showError(outcome.serverMessage ?? say('That did not work. Please try again in a moment.'));
    return outcome.state === 'done';
  }

  return {
    $known: page.$known,
    $form,
    $busy,
    $removal: removal.$question,
    askRemoval: ({ id, name, visits }: ShownPerson, opener: HTMLElement | null) =>
      removal.ask({ id, name, visits, visitsTo: ANYBODY }, opener),
    giveVisits(visitsTo: string): void {
      const question = removal.$question.get();
      if (question) removal.$question.set({ ...question, visitsTo });
    },
    closeRemoval: removal.close,
    start: page.start,
    load: page.load,
    open(person: ShownPerson | null, opener: HTMLElement): void {
      const { phone = '', email = '', language = 'en', name, role, kinds, weekly } = person ?? blank;
      const seen = { ...blank, name, role, kinds, phone, email, language, weekly };
      $form.set({ id: person?.id ?? null, seen, mine: seen, problems: {}, isSending: false, opener });
    },
    type(change: Partial<PersonFields>): void {
      const form = $form.get();
      if (form) $form.set({ ...form, mine: { ...form.mine, ...change } });
    },
    setDays(weekdays: readonly number[], day: DayHours): void {
      const form = $form.get();
      const weekly = form?.mine.weekly?.map((former, at) => (weekdays.includes(at) ? day : former));
      if (form && weekly) $form.set({ ...form, mine: { ...form.mine, weekly } });
    },
    close: () => $form.set(null),
    isChanged: () => !isSame($form.get()?.seen, $form.get()?.mine),
    /** Sends the form, if it is right. It closes once the server has it. */
    async save(): Promise<void> {
      const form = $form.get();
      if (!form || form.isSending) return;
      const { id, mine } = form;
      const isFirst = id === null && page.shown()?.people.length === 0;
      const { ownName, ...fields } = mine;
      const { data, error } = NewPerson.safeParse({ ...fields, ...(isFirst && { ownName }) });
      const problems = problemsOf(error?.issues, sayRule);
      $form.set({ ...form, problems, isSending: data !== undefined });
      if (!data) return;
      const [method, path] = id === null ? ['POST', PATH] : ['PUT', `${PATH}/${id}`];
      const isDone = await perform(
        'save',
        () => client.send(method, path, People, { body: data }),
        say('{name}: saved', mine),
      );
      $form.set(isDone ? null : { ...form, problems: {}, isSending: false });
    },
    invite: ({ id }: ShownPerson) =>
      perform(`invite ${id}`, () => client.send('POST', `${PATH}/${id}/invitation`, People), ''),
    signOut: ({ id }: ShownPerson, device: string) =>
      perform(device, () => client.call('DELETE', `${PATH}/${id}/devices/${device}`), say('That device is signed out')),
    async remove(): Promise<void> {
      // Also after a refusal: some of the visits may be given.
      await removal.confirm();
      await page.reload();
    },
  };
}

export const people: ReadOnly<ReturnType<typeof createPeopleAdmin>> = createPeopleAdmin(browserEnvironment, session);

/** The owner, who is neither invited nor removed. */
export const isOwner = ({ id }: Pick<ShownPerson, 'id'>): boolean => id === FIRST_PERSON;
