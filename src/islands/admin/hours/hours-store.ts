import { atom } from 'nanostores';
import * as z from 'zod/mini';
import { type Away, type DayHours, NewAway, VisitHours, WeeklyHours } from '#contracts/hours';
import { type BrokenRule, ruleIn } from '#contracts/problem';
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

/** `version`: the stored hours that the week was changed from. */
const Draft = z.object({ week: z.nullable(WeeklyHours), version: z.string(), form: AwayForm });
const { keepDraft, takeDraft } = keptDraft('admin-hours-draft', Draft);

/** The state and the actions of /admin/hours. */
export function createHoursAdmin(
  { client, sessionStorage }: Pick<Environment, 'client' | 'sessionStorage'>,
  session: AdminSession,
  notify: HoursNotices,
) {
  const { $known, shown, load, set } = createResource(() =>
    session.call(async () => ({
      view: await client.send('GET', '/api/hours', VisitHours, { timeout: READ_TIMEOUT }),
    })),
  );
  /** The changed week; `null` while it is as stored. */
  const $week = atom<WeeklyHours | null>(null);
  const $form = atom<AwayForm>(emptyForm);
  /** The form's mistakes by field; empty until it was sent. */
  const $problems = atom<Readonly<Record<string, readonly string[]>>>({});
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
    if (outcome.state === 'failed') notify.failed(outcome.serverMessage);
    if (outcome.state !== 'done') return null;
    set({ view: outcome.value });
    return outcome.value;
  }

  async function saveWeek(): Promise<void> {
    const [week, now] = [$week.get() ?? view()?.weekly, view()];
    if (!week || !now) return;
    const saved = await send('week', 'PUT', '/api/hours', { weekly: week, version: now.version });
    if (!saved) return;
    // Later changes are still unsaved.
    if ($week.get() === week || $week.get() === null) $week.set(null);
    notify.weekSaved();
  }

  /** Blocks the form's time, or shows its mistakes. */
  async function block(): Promise<void> {
    const result = NewAway.safeParse(typedAway($form.get()));
    $problems.set(result.success ? {} : problemsOf(result.error.issues));
    if (!result.success) return;
    const before = view();
    const after = await send('away', 'POST', '/api/away', result.data);
    if (!after) return;
    $form.set(emptyForm);
    const known = new Set(before?.blocked.map(({ start }) => start));
    const visits = after.blocked.filter(({ start }) => !known.has(start));
    notify.blocked(awayWords(result.data, after.today), visits.length);
  }

  /** Keeps a draft in this tab. */
  const keep = () => {
    if (hasUnsaved())
      keepDraft({ week: $week.get(), version: view()?.version ?? '', form: $form.get() }, sessionStorage);
  };
  const hasUnsaved = () => $week.get() !== null || $form.get().first !== '' || $form.get().note !== '';
  session.beforeLeaving(keep);

  return {
    $hours: $known,
    $week,
    $form,
    $problems,
    $pending,
    load,
    saveWeek,
    block,
    keep,
    hasUnsaved,
    /** Checks the session, loads, and restores a draft from before a sign-in or a reload. */
    async start(): Promise<void> {
      if (!(await session.guard())) return;
      const draft = takeDraft(sessionStorage);
      if (draft) $form.set(draft.form);
      await load();
      // If another device has saved other hours meanwhile, the old draft must not overwrite them.
      if (draft && view()?.version === draft.version) $week.set(draft.week);
    },
    /** `null`: no visits on that weekday. */
    setDay(weekday: number, day: DayHours | null): void {
      const stored = view()?.weekly;
      const week = ($week.get() ?? stored)?.with(weekday, day);
      $week.set(!week || JSON.stringify(week) === JSON.stringify(stored) ? null : week);
    },
    fillInUsual(): void {
      const now = view();
      $week.set(now && JSON.stringify(now.usual) !== JSON.stringify(now.weekly) ? now.usual : null);
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
