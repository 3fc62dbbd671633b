import { atom, computed } from 'nanostores';
import type { DayHours, WeeklyHours } from '#contracts/hours';
import { visitKindLabels } from '#contracts/owner-visit';
import { FIRST_PERSON } from '#contracts/people';
import { NewPerson, People, type ShownPerson } from '#contracts/people-calls';
import { problemsOf } from '#contracts/problem';
import { say } from '#browser/say';
import { sayRule } from '#browser/say-rule';
import type { Opened } from '#islands/ui/dialog.ts';
import { clearToast, showSuccess } from '#islands/ui/Toasts.tsx';
import { browserEnvironment, type Environment } from '#browser/environment';
import type { ReadOnly } from '#islands/ui/resource.ts';
import { createEdit, showUnsaved } from '../edit.ts';
import { createPresses, createQuestion } from '../question.ts';
import { createPageData } from '../renewal.ts';
import { type AdminSession, session } from '../sign-in/session.ts';

interface OfPerson extends Opened {
  /** `null`: somebody new. */
  readonly id: string | null;
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
  const $opened = atom<OfPerson | null>(null);
  const edit = createEdit<PersonFields, People>({
    check: (fields) => problemsOf(typed(fields).error?.issues, sayRule),
    take: (fields, field, present) => ({ ...fields, [field]: present ?? blank[field as keyof PersonFields] }),
    async send({ mine, seen }) {
      const { id = null } = $opened.get() ?? {};
      const [method, path] = id === null ? ['POST', PATH] : ['PUT', `${PATH}/${id}`];
      const body = { ...typed(mine).data, ...(id !== null && { seen }) };
      return await session.call(() => client.send(method, path, People, { body }));
    },
  });
  const $form = computed([$opened, edit.$edit], (opened, fields) => opened && fields && { ...opened, ...fields });
  const { $busy, perform } = createPresses(session);
  const removal = createQuestion(
    session,
    ({ id, visits, visitsTo }: Leaving) =>
      client.call('DELETE', `${PATH}/${id}${visits > 0 ? `?visitsTo=${visitsTo}` : ''}`),
    say('That person could not be removed. Please try again.'),
  );

  function close(): void {
    $opened.set(null);
    edit.close();
  }

  /** The form by the server's rules. The owner's own name is asked for with the first one. */
  function typed({ ownName, ...fields }: PersonFields) {
    const isFirst = $opened.get()?.id === null && page.shown()?.people.length === 0;
    return NewPerson.safeParse({ ...fields, ...(isFirst && { ownName }) });
  }

  async function save(): Promise<void> {
    clearToast();
    const { name = '' } = edit.$edit.get()?.mine ?? {};
    const outcome = await edit.save();
    if (outcome?.state === 'failed' && !outcome.conflict) showUnsaved(outcome.serverMessage);
    if (outcome?.state !== 'done') return;
    await page.set(outcome.value);
    showSuccess(say('{name}: saved', { name }));
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
      edit.open({ ...blank, name, role, kinds, phone, email, language, weekly });
      $opened.set({ id: person?.id ?? null, opener });
    },
    type: edit.change,
    setDays(weekdays: readonly number[], day: DayHours): void {
      const weekly = edit.$edit.get()?.mine.weekly?.map((former, at) => (weekdays.includes(at) ? day : former));
      if (weekly) edit.change({ weekly });
    },
    close,
    isChanged: () => edit.kept() !== undefined,
    save,
    /** After a conflict. The last choice saves. */
    async settle(field: string, isMine: boolean): Promise<void> {
      if (edit.settle(field, isMine)) await save();
    },
    invite: ({ id }: ShownPerson) =>
      perform(`invite ${id}`, async () => page.set(await client.send('POST', `${PATH}/${id}/invitation`, People)), ''),
    signOut({ id }: ShownPerson, device: string): Promise<boolean> {
      const signOut = () => client.call('DELETE', `${PATH}/${id}/devices/${device}`).then(page.reload);
      return perform(device, signOut, say('That device is signed out'));
    },
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
