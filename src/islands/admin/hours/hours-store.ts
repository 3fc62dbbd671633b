import { atom } from 'nanostores';
import * as z from 'zod/mini';
import {
  type Away,
  type DayHours,
  KeptDay,
  KeptWeek,
  NewAway,
  VisitHours,
  VisitSettings,
  WeeklyHours,
} from '#contracts/hours';
import { type BrokenRule, type Conflict, ruleIn } from '#contracts/problem';
import { ownerRules } from '#i18n/en/owner-rules';
import { clearToast, showError, showSuccess } from '#islands/ui/Toasts.tsx';
import type { Client } from '#browser/api-client';
import { browserEnvironment, type Environment } from '#browser/environment';
import { createResource, type ReadOnly } from '#islands/ui/resource.ts';
import { type AdminSession, keptDraft, session } from '../sign-in/session.ts';
import { CHANGE_TIMEOUT, READ_TIMEOUT } from '../timeouts.ts';
import { awayWords, dayWords } from './hours-words.ts';

/** `id`: the time away that is edited; empty for a new one. */
const AwayForm = z.object({
  id: z.string(),
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
const emptyForm: AwayForm = {
  id: '',
  kind: 'days',
  first: '',
  last: '',
  from: '09:00',
  until: '12:00',
  repeat: '',
  repeatUntil: '',
  note: '',
};

/** `serverMessage` is `undefined` when no answer came. */
export interface HoursNotices {
  trying(): void;
  weekSaved(): void;
  blocked(words: string, visits: number): void;
  opened(words: string): void;
  holidayChanged(words: string, isWorked: boolean, visits: number): void;
  failed(serverMessage: string | undefined): void;
}

const Hours = z.object({ weekly: WeeklyHours, settings: VisitSettings });
export type Hours = z.infer<typeof Hours>;
const SeenHours = z.object({ weekly: KeptWeek, settings: VisitSettings });

/** `seen`: the stored hours that were changed. */
const Draft = z.object({ changed: z.nullable(Hours), seen: z.nullable(SeenHours), form: AwayForm });
const { keepDraft, takeDraft } = keptDraft('admin-hours-draft', Draft);

/** The state and the actions of /admin/hours. */
export function createHoursAdmin(
  { client, sessionStorage }: Pick<Environment, 'client' | 'sessionStorage'>,
  session: AdminSession,
  notify: HoursNotices,
) {
  const { $known, shown, load, reload, set } = createResource(() =>
    session.call(async () => ({
      view: await client.send('GET', '/api/hours', VisitHours, { timeout: READ_TIMEOUT }),
    })),
  );
  /** The changed week and settings; `null` while they are as stored. */
  const $changed = atom<Hours | null>(null);
  /** The stored ones that `$changed` was changed from. */
  let seen: Hours | null = null;
  const $form = atom<AwayForm>(emptyForm);
  /** The form's mistakes by field; empty until it was sent. */
  const $problems = atom<Readonly<Record<string, readonly string[]>>>({});
  /** What has changed since the owner saw it: days of the week by number, settings by name, or the note of the time to block. */
  const $conflict = atom<{ readonly of: 'week' | 'away'; readonly fields: Conflict['fields'] } | null>(null);
  /** The change in progress, one at a time. */
  const $pending = atom<'' | What>('');

  const view = () => shown()?.view ?? null;

  /** Resolves to the changed hours, or to `null` after a failure, which the owner is told. */
  async function send(what: What, ...[method, path, body]: Sent): Promise<VisitHours | null> {
    if ($pending.get()) return null;
    notify.trying();
    $pending.set(what);
    const outcome = await session.call(() => sendChange(client, method, path, body));
    $pending.set('');
    const conflict = outcome.state === 'failed' ? outcome.conflict : undefined;
    if (what === 'week' || what === 'away') $conflict.set(conflict ? { of: what, fields: conflict.fields } : null);
    if (outcome.state === 'failed' && !conflict) notify.failed(outcome.serverMessage);
    if (outcome.state !== 'done') return null;
    set({ view: outcome.value });
    return outcome.value;
  }

  const stored = (): Hours | null => {
    const now = view();
    return now && { weekly: now.weekly, settings: now.settings };
  };

  /** Changes back to what was seen are none. */
  function setChanged(next: Hours | null): void {
    const before = seen ?? stored();
    const isSame = next === null || JSON.stringify(next) === JSON.stringify(before);
    seen = isSame ? null : before;
    $changed.set(isSame ? null : next);
  }

  function change(fields: (now: Hours) => Partial<Hours>): void {
    const now = $changed.get() ?? stored();
    if (now) setChanged({ ...now, ...fields(now) });
  }

  async function saveWeek(): Promise<void> {
    const now = view();
    const changed = $changed.get() ?? stored();
    if (!changed || !now) return;
    const before = seen ?? now;
    const body = { ...changed, version: now.version, seen: { ...before.weekly, ...before.settings } };
    const saved = await send('week', 'PUT', '/api/hours', body);
    if (!saved) return;
    // Later changes are still unsaved.
    if ($changed.get() === changed || $changed.get() === null) setChanged(null);
    else seen = changed;
    notify.weekSaved();
  }

  /** Blocks the form's time, or shows its mistakes. `note`: the one that this time has, unless the list shows it. */
  async function block(note?: string): Promise<void> {
    const result = NewAway.safeParse(typedAway($form.get()));
    $problems.set(result.success ? {} : problemsOf(result.error.issues));
    if (!result.success) return;
    const before = view();
    const known = before?.away.find((away) => periodParts.every((part) => away[part] === result.data[part]));
    const body = { ...result.data, seen: { note: note ?? known?.note ?? null } };
    const { id } = $form.get();
    const after = await send('away', id ? 'PUT' : 'POST', id ? `/api/away/${id}` : '/api/away', body);
    if (!after) return;
    $form.set(emptyForm);
    notify.blocked(awayWords(result.data, after.today), newlyBlocked(before, after));
  }

  /** Keeps a draft in this tab. */
  const keep = () => {
    if (hasUnsaved()) keepDraft({ changed: $changed.get(), seen, form: $form.get() }, sessionStorage);
  };
  const hasUnsaved = () => $changed.get() !== null || $form.get().first !== '' || $form.get().note !== '';
  session.beforeLeaving(keep);

  return {
    $hours: $known,
    $changed,
    $form,
    $problems,
    $pending,
    $conflict,
    load,
    saveWeek,
    block: () => block(),
    keep,
    hasUnsaved,
    /** Checks the session, loads, and restores a draft from before a sign-in or a reload. */
    async start(): Promise<void> {
      if (!(await session.guard())) return;
      const draft = takeDraft(sessionStorage);
      if (draft) $form.set(draft.form);
      await load();
      if (!draft?.changed || !draft.seen) return;
      // Days that another device has saved meanwhile stay: the server compares with what was seen.
      seen = draft.seen;
      setChanged(draft.changed);
    },
    /** Empty: no visits on that weekday. */
    setDay(weekday: number, day: DayHours): void {
      change(({ weekly }) => ({ weekly: weekly.with(weekday, day) }));
    },
    /** Gives the days the hours of one of them. */
    copyDay(from: number, days: readonly number[]): void {
      change(({ weekly }) => ({ weekly: weekly.map((day, at) => (days.includes(at) ? (weekly[from] ?? []) : day)) }));
    },
    setSetting(name: keyof VisitSettings, value: number): void {
      change(({ settings }) => ({ settings: { ...settings, [name]: value } }));
    },
    fillInUsual(): void {
      const now = view();
      if (now) setChanged({ weekly: now.usual, settings: now.usualSettings });
    },
    /** After a conflict: keeps the present hours of a day or value of a setting, or the owner's. The last choice saves. */
    async settle(field: string, isMine: boolean): Promise<void> {
      const { [field]: present, ...others } = $conflict.get()?.fields ?? {};
      const changed = $changed.get();
      if (!seen || !changed || $pending.get()) return;
      seen = withField(seen, field, present);
      if (!isMine) $changed.set(withField(changed, field, present));
      const isLast = Object.keys(others).length === 0;
      $conflict.set(isLast ? null : { of: 'week', fields: others });
      if (isLast) await saveWeek();
    },
    /** Fills the form with a time away, to be changed in place. */
    edit({ note, from, until, repeat, repeatUntil, ...away }: Away): void {
      const hours = from && until ? ({ kind: 'hours', from, until } as const) : {};
      $problems.set({});
      $form.set({
        ...emptyForm,
        ...away,
        ...hours,
        repeat: repeat ?? '',
        repeatUntil: repeatUntil ?? '',
        note: note ?? '',
      });
    },
    stopEditing(): void {
      $problems.set({});
      $form.set(emptyForm);
    },
    /** Offers visits on a holiday, or no longer. */
    async workOn(date: string, isWorked: boolean): Promise<void> {
      const before = view();
      const after = await send('holiday', 'PUT', `/api/holidays/${date}`, { isWorked });
      if (after) notify.holidayChanged(dayWords(date, after.today), isWorked, newlyBlocked(before, after));
    },
    /** After a conflict: the time is blocked already, with another note. Keeps that one, or the form's. */
    async settleNote(isMine: boolean): Promise<void> {
      const note = String($conflict.get()?.fields['note'] ?? '');
      $conflict.set(null);
      if (isMine) return await block(note);
      $form.set(emptyForm);
      await reload();
    },
    setForm(change: Partial<AwayForm>): void {
      $form.set({ ...$form.get(), ...change });
      if (Object.keys($problems.get()).length > 0) {
        const result = NewAway.safeParse(typedAway($form.get()));
        $problems.set(result.success ? {} : problemsOf(result.error.issues));
      }
    },
    /** Resolves to whether the time is open again. */
    async open(away: Away): Promise<boolean> {
      const after = await send('open', 'DELETE', `/api/away/${away.id}`);
      if (after) notify.opened(awayWords(away, after.today));
      return after !== null;
    },
  };
}

const periodParts = ['first', 'last', 'from', 'until', 'repeat', 'repeatUntil'] as const;

type What = 'week' | 'away' | 'open' | 'holiday';

type Sent = [method: 'PUT' | 'POST' | 'DELETE', path: string, body?: object];

const sendChange = (client: Client, ...[method, path, body]: Sent) =>
  client.send(method, path, VisitHours, { timeout: CHANGE_TIMEOUT, ...(body && { body }) });

/** Without a last day the form is about one day. */
function typedAway({ kind, first, last, from, until, repeat, repeatUntil, note }: AwayForm): object {
  const again = repeat && { repeat, ...(repeatUntil && { repeatUntil }) };
  if (kind === 'hours') return { first, last: first, from, until, ...again, note };
  return { first, last: last || first, ...again, note };
}

/** The hours with the field of a conflict: a weekday's number, or the name of a setting. */
function withField({ weekly, settings }: Hours, field: string, value: unknown): Hours {
  if (field in settings) return { weekly, settings: { ...settings, [field]: Number(value) } };
  return { weekly: weekly.with(Number(field), KeptDay.safeParse(value).data ?? []), settings };
}

function newlyBlocked(before: VisitHours | null, after: VisitHours): number {
  const former = new Set(before?.blocked.map(({ start }) => start));
  return after.blocked.filter(({ start }) => !former.has(start)).length;
}

/** The messages by field, each once. An empty last day counts as the first's. */
function problemsOf(issues: readonly (BrokenRule & { path: PropertyKey[] })[]): Record<string, string[]> {
  const problems: Record<string, string[]> = {};
  const messages = new Set<string>();
  for (const issue of issues) {
    const message = ruleIn(ownerRules, issue);
    if (messages.has(message)) continue;
    messages.add(message);
    const field = String(issue.path[0]);
    problems[field] = [...(problems[field] ?? []), message];
  }
  return problems;
}

const visitsWords = (count: number) =>
  count === 1
    ? 'One visit stands in this time. Please move it.'
    : `${count} visits stand in this time. Please move them.`;

export const hours: ReadOnly<ReturnType<typeof createHoursAdmin>> = createHoursAdmin(browserEnvironment, session, {
  trying: clearToast,
  weekSaved: () => showSuccess('Visiting hours saved'),
  blocked: (words, visits) => showSuccess(`Blocked: ${words}`, visits > 0 ? visitsWords(visits) : undefined),
  opened: (words) => showSuccess(`Open again: ${words}`),
  holidayChanged: (words, isWorked, visits) =>
    showSuccess(
      `${isWorked ? 'Visits are offered' : 'No visits'} on ${words}`,
      visits > 0 ? visitsWords(visits) : undefined,
    ),
  failed: (serverMessage) => showError(serverMessage ?? 'The change could not be saved. Please try again.'),
});
