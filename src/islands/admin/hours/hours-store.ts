import { atom } from 'nanostores';
import * as z from 'zod/mini';
import { say } from '#browser/say';
import { type Away, type DayHours, KeptDay, KeptWeek, NewAway, VisitHours, VisitSettings } from '#contracts/hours';
import { type Problems, problemsOf } from '#contracts/problem';
import { sayRule } from '#browser/say-rule';
import { clearToast, showSuccess } from '#islands/ui/Toasts.tsx';
import { browserEnvironment, type Environment } from '#browser/environment';
import type { ReadOnly } from '#islands/ui/resource.ts';
import { createEdit, isChanged, keptEdit, showUnsaved } from '../edit.ts';
import { createPageData } from '../renewal.ts';
import { isInstaller } from '../sign-in/roles.ts';
import { type AdminSession, type Outcome, session } from '../sign-in/session.ts';
import { awayWords, dayBriefly } from './hours-words.ts';

/** `id`: the time away that is edited; empty for a new one. `person`: the id of who is away; empty: all are. */
const AwayForm = z.object({
  id: z.string(),
  person: z.string(),
  kind: z.enum(['days', 'hours']),
  first: z.string(),
  last: z.string(),
  from: z.string(),
  until: z.string(),
  repeat: z.enum(['', 'weekly', 'yearly']),
  repeatUntil: z.string(),
  note: z.string(),
});
export type AwayForm = z.infer<typeof AwayForm>;
export const emptyForm: AwayForm = {
  id: '',
  person: '',
  kind: 'days',
  first: '',
  last: '',
  from: '09:00',
  until: '12:00',
  repeat: '',
  repeatUntil: '',
  note: '',
};

const Hours = z.object({ weekly: KeptWeek, settings: VisitSettings });
type Hours = z.infer<typeof Hours>;

const Draft = z.object({ week: z.optional(keptEdit(Hours)), away: z.optional(keptEdit(AwayForm)) });

/** The state and the actions of /admin/hours. */
export function createHoursAdmin({ client }: Pick<Environment, 'client'>, session: AdminSession) {
  const kept = session.draft('hours', Draft);
  const { $known, shown, load, reload, set } = createPageData(session, async () => ({
    view: await client.send('GET', '/api/hours', VisitHours),
  }));
  /** A change is on its way, one at a time. */
  const $isPending = atom(false);
  const view = () => shown()?.view ?? null;

  async function send(method: 'PUT' | 'POST' | 'DELETE', path: string, body?: object): Promise<Outcome<VisitHours>> {
    $isPending.set(true);
    const outcome = await session.call(() => client.send(method, path, VisitHours, body && { body }));
    $isPending.set(false);
    if (outcome.state === 'done') set({ view: outcome.value });
    return outcome;
  }

  /** Resolves to the changed hours, or to `null` after a failure, which the owner is told. */
  async function change(sending: () => Promise<Outcome<VisitHours> | null>): Promise<VisitHours | null> {
    if ($isPending.get()) return null;
    clearToast();
    const outcome = await sending();
    if (outcome?.state === 'failed' && !outcome.conflict) {
      showUnsaved(outcome.serverMessage);
    }
    return outcome?.state === 'done' ? outcome.value : null;
  }

  const week = createEdit<Hours, VisitHours>({
    send: ({ seen, mine }) =>
      send('PUT', '/api/hours', { ...mine, version: view()?.version, seen: { ...seen.weekly, ...seen.settings } }),
    take: withField,
  });
  const away = createEdit<AwayForm, VisitHours>({
    check: wrongIn,
    async send({ seen, mine }) {
      const time = NewAway.parse(typedAway(mine));
      const known = view()?.away.find((one) => periodParts.every((part) => one[part] === time[part]));
      const body = { ...time, seen: { note: seen.note || (known?.note ?? null) } };
      return await send(mine.id ? 'PUT' : 'POST', mine.id ? `/api/away/${mine.id}` : '/api/away', body);
    },
    take: (form, field, present) => ({ ...form, [field]: String(present ?? '') }),
  });

  /** The edit of the week. It begins with what is shown: damaged hours may be saved so. */
  function openWeek() {
    const now = view();
    if (!week.$edit.get() && now) week.open({ weekly: now.weekly, settings: now.settings });
    return week.$edit.get();
  }

  function changeWeek(fields: (now: Hours) => Partial<Hours>): void {
    const before = openWeek();
    if (before) week.change(fields(before.mine));
    const after = week.$edit.get();
    // A change back to what was seen is none.
    if (after && !after.sending && !isChanged(after)) week.close();
  }

  async function saveWeek(): Promise<void> {
    openWeek();
    if (await change(week.save)) showSuccess(say('Visiting hours saved'));
  }

  function openAway(): AwayForm {
    const own = (isInstaller() && view()?.people?.[0]?.id) || '';
    if (!away.$edit.get()) away.open({ ...emptyForm, person: own });
    return away.$edit.get()?.mine ?? emptyForm;
  }

  /** Blocks the form's time, or shows its mistakes. */
  async function block(): Promise<void> {
    const before = view();
    const form = openAway();
    const after = await change(away.save);
    if (!after) return;
    const time = awayWords(NewAway.parse(typedAway(form)), after.today);
    showSuccess(say('Blocked: {time}', { time }), visitsToMove(before, after));
  }

  const hasUnsaved = () => {
    const { first = '', note = '' } = away.$edit.get()?.mine ?? {};
    return week.$edit.get() !== null || first !== '' || note !== '';
  };
  /** Keeps a draft in this tab. */
  const keep = () => {
    if (hasUnsaved()) kept.keep({ week: week.kept(), away: away.kept() });
  };
  session.beforeLeaving(keep);

  return {
    $hours: $known,
    $week: week.$edit,
    $away: away.$edit,
    $isPending,
    load,
    saveWeek,
    block,
    keep,
    hasUnsaved,
    /** Checks the session, loads, and restores a draft from before a sign-in or a reload. */
    async start(): Promise<void> {
      if (!(await session.guard())) return;
      const draft = kept.take();
      if (draft?.away) away.open(draft.away.seen, draft.away.mine);
      await load();
      // Days that another device has saved meanwhile stay: the server compares with what was seen.
      if (draft?.week) week.open(draft.week.seen, draft.week.mine);
    },
    /** Gives the days these hours. Empty: no visits on them. */
    setDays: (weekdays: readonly number[], day: DayHours): void =>
      changeWeek(({ weekly }) => ({ weekly: weekly.map((former, at) => (weekdays.includes(at) ? day : former)) })),
    setSetting: (name: keyof VisitSettings, value: number): void =>
      changeWeek(({ settings }) => ({ settings: { ...settings, [name]: value } })),
    fillInUsual(): void {
      const now = view();
      if (now) changeWeek(() => ({ weekly: now.usual, settings: now.usualSettings }));
    },
    /** After a conflict: keeps the present hours of a day or value of a setting, or the owner's. The last choice saves. */
    async settle(field: string, isMine: boolean): Promise<void> {
      if (week.settle(field, isMine)) await saveWeek();
    },
    /** Fills the form with a time away, to be changed in place. */
    edit({ note, person = '', from, until, repeat, repeatUntil, ...days }: Away): void {
      const hours = from && until ? ({ kind: 'hours', from, until } as const) : {};
      const again = { repeat: repeat ?? '', repeatUntil: repeatUntil ?? '' } as const;
      away.open(emptyForm, { ...emptyForm, ...days, person, ...hours, ...again, note: note ?? '' });
    },
    stopEditing: away.close,
    /** Offers visits on a holiday, or no longer. */
    async workOn(date: string, isWorked: boolean): Promise<void> {
      const before = view();
      const after = await change(() => send('PUT', `/api/holidays/${date}`, { isWorked }));
      if (!after) return;
      const day = dayBriefly(date, after.today);
      const done = isWorked ? say('Visits are offered on {day}', { day }) : say('No visits on {day}', { day });
      showSuccess(done, visitsToMove(before, after));
    },
    /** After a conflict: the time is blocked already, with another note. Keeps that one, or the form's. */
    async settleNote(isMine: boolean): Promise<void> {
      away.settle('note', isMine);
      if (isMine) return await block();
      away.close();
      await reload();
    },
    setForm(fields: Partial<AwayForm>): void {
      openAway();
      away.change(fields);
    },
    /** Resolves to whether the time is open again. */
    async open({ id, ...time }: Away): Promise<boolean> {
      const after = await change(() => send('DELETE', `/api/away/${id}`));
      if (after) showSuccess(say('Open again: {time}', { time: awayWords(time, after.today) }));
      return after !== null;
    },
  };
}

const periodParts = ['person', 'first', 'last', 'from', 'until', 'repeat', 'repeatUntil'] as const;

/** Without a last day the form is about one day. */
function typedAway({ person, kind, first, last, from, until, repeat, repeatUntil, note }: AwayForm): object {
  const again = repeat && { repeat, ...(repeatUntil && { repeatUntil }) };
  const common = { ...(person && { person }), ...again, note };
  if (kind === 'hours') return { first, last: first, from, until, ...common };
  return { first, last: last || first, ...common };
}

/** An empty last day counts as the first's. */
function wrongIn(form: AwayForm): Problems {
  const issues = NewAway.safeParse(typedAway(form)).error?.issues;
  const own = issues?.filter(({ path }) => path[0] !== 'last' || (form.kind === 'days' && form.last));
  return problemsOf(own, sayRule);
}

/** The hours with the field of a conflict: a weekday's number, or the name of a setting. */
function withField({ weekly, settings }: Hours, field: string, value: unknown): Hours {
  if (field in settings) return { weekly, settings: { ...settings, [field]: Number(value) } };
  return { weekly: weekly.with(Number(field), KeptDay.safeParse(value).data ?? []), settings };
}

/** What to do about the visits that the change has closed out. */
function visitsToMove(before: VisitHours | null, after: VisitHours): string | undefined {
  const former = new Set(before?.blocked.map(({ start }) => start));
  const count = after.blocked.filter(({ start }) => !former.has(start)).length;
  if (count === 0) return undefined;
  return count === 1
    ? say('One visit stands in this time. Please move it.')
    : say('{count} visits stand in this time. Please move them.', { count });
}

export const hours: ReadOnly<ReturnType<typeof createHoursAdmin>> = createHoursAdmin(browserEnvironment, session);
