import { atom } from 'nanostores';
import * as z from 'zod/mini';
import { type Away, type DayHours, KeptDay, KeptWeek, NewAway, VisitHours, WeeklyHours } from '#contracts/hours';
import { type BrokenRule, type Conflict, ruleIn } from '#contracts/problem';
import { ownerRules } from '#i18n/en/owner-rules';
import { clearToast, showError, showSuccess } from '#islands/ui/Toasts.tsx';
import type { Client } from '#browser/api-client';
import { browserEnvironment, type Environment } from '#browser/environment';
import { createResource, type ReadOnly } from '#islands/ui/resource.ts';
import { type AdminSession, keptDraft, session } from '../sign-in/session.ts';
import { CHANGE_TIMEOUT, READ_TIMEOUT } from '../timeouts.ts';
import { awayWords } from './hours-words.ts';

const AwayForm = z.object({
  kind: z.enum(['days', 'hours']),
  first: z.string(),
  last: z.string(),
  from: z.string(),
  until: z.string(),
  note: z.string(),
});
export type AwayForm = z.infer<typeof AwayForm>;
const emptyForm: AwayForm = { kind: 'days', first: '', last: '', from: '09:00', until: '12:00', note: '' };

/** `serverMessage` is `undefined` when no answer came. */
export interface HoursNotices {
  trying(): void;
  weekSaved(): void;
  blocked(words: string, visits: number): void;
  opened(words: string): void;
  failed(serverMessage: string | undefined): void;
}

/** `seen`: the stored hours that the week was changed from. */
const Draft = z.object({ week: z.nullable(WeeklyHours), seen: z.optional(z.nullable(KeptWeek)), form: AwayForm });
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
  /** The changed week; `null` while it is as stored. */
  const $week = atom<WeeklyHours | null>(null);
  /** The stored week that `$week` was changed from. */
  let seen: WeeklyHours | null = null;
  const $form = atom<AwayForm>(emptyForm);
  /** The form's mistakes by field; empty until it was sent. */
  const $problems = atom<Readonly<Record<string, readonly string[]>>>({});
  /** What has changed since the owner saw it: days of the week by number, or the note of the time to block. */
  const $conflict = atom<{ readonly of: 'week' | 'away'; readonly fields: Conflict['fields'] } | null>(null);
  /** The change in progress, one at a time. */
  const $pending = atom<'' | 'week' | 'away' | 'open'>('');

  const view = () => shown()?.view ?? null;

  /** Resolves to the changed hours, or to `null` after a failure, which the owner is told. */
  async function send(what: 'week' | 'away' | 'open', ...[method, path, body]: Sent): Promise<VisitHours | null> {
    if ($pending.get()) return null;
    notify.trying();
    $pending.set(what);
    const outcome = await session.call(() => change(client, method, path, body));
    $pending.set('');
    const conflict = outcome.state === 'failed' ? outcome.conflict : undefined;
    if (what !== 'open') $conflict.set(conflict ? { of: what, fields: conflict.fields } : null);
    if (outcome.state === 'failed' && !conflict) notify.failed(outcome.serverMessage);
    if (outcome.state !== 'done') return null;
    set({ view: outcome.value });
    return outcome.value;
  }

  function setWeek(week: WeeklyHours | null): void {
    seen = week && (seen ?? view()?.weekly ?? null);
    $week.set(week);
  }

  async function saveWeek(): Promise<void> {
    const [week, now] = [$week.get() ?? view()?.weekly, view()];
    if (!week || !now) return;
    const before = seen ?? now.weekly;
    const body = { weekly: week, version: now.version, seen: { ...before } };
    const saved = await send('week', 'PUT', '/api/hours', body);
    if (!saved) return;
    // Later changes are still unsaved.
    if ($week.get() === week || $week.get() === null) setWeek(null);
    else seen = week;
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
    const after = await send('away', 'POST', '/api/away', body);
    if (!after) return;
    $form.set(emptyForm);
    const former = new Set(before?.blocked.map(({ start }) => start));
    const visits = after.blocked.filter(({ start }) => !former.has(start));
    notify.blocked(awayWords(result.data, after.today), visits.length);
  }

  /** Keeps a draft in this tab. */
  const keep = () => {
    if (hasUnsaved()) keepDraft({ week: $week.get(), seen, form: $form.get() }, sessionStorage);
  };
  const hasUnsaved = () => $week.get() !== null || $form.get().first !== '' || $form.get().note !== '';
  session.beforeLeaving(keep);

  return {
    $hours: $known,
    $week,
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
      if (!draft?.week || !draft.seen) return;
      // Days that another device has saved meanwhile stay: the server compares with what was seen.
      seen = draft.seen;
      setWeek(draft.week);
    },
    /** `null`: no visits on that weekday. */
    setDay(weekday: number, day: DayHours | null): void {
      const before = seen ?? view()?.weekly;
      const week = ($week.get() ?? before)?.with(weekday, day);
      setWeek(!week || JSON.stringify(week) === JSON.stringify(before) ? null : week);
    },
    fillInUsual(): void {
      const now = view();
      setWeek(now && JSON.stringify(now.usual) !== JSON.stringify(seen ?? now.weekly) ? now.usual : null);
    },
    /** After a conflict: keeps the present hours of a day, or the owner's. The last choice saves. */
    async settleDay(field: string, isMine: boolean): Promise<void> {
      const { [field]: present, ...others } = $conflict.get()?.fields ?? {};
      const weekday = Number(field);
      const now = KeptDay.safeParse(present).data ?? null;
      const week = $week.get();
      if (!seen || !week || $pending.get()) return;
      seen = seen.with(weekday, now);
      if (!isMine) $week.set(week.with(weekday, now));
      const isLast = Object.keys(others).length === 0;
      $conflict.set(isLast ? null : { of: 'week', fields: others });
      if (isLast) await saveWeek();
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

const periodParts = ['first', 'last', 'from', 'until'] as const;

type Sent = [method: 'PUT' | 'POST' | 'DELETE', path: string, body?: object];

const change = (client: Client, ...[method, path, body]: Sent) =>
  client.send(method, path, VisitHours, { timeout: CHANGE_TIMEOUT, ...(body && { body }) });

/** Without a last day the form is about one day. */
function typedAway({ kind, first, last, from, until, note }: AwayForm): object {
  if (kind === 'hours') return { first, last: first, from, until, note };
  return { first, last: last || first, note };
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
  failed: (serverMessage) => showError(serverMessage ?? 'The change could not be saved. Please try again.'),
});
