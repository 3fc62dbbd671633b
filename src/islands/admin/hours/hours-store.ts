import { atom, type ReadableAtom } from 'nanostores';
import * as z from 'zod/mini';
import { type Away, type DayHours, NewAway, VisitHours, WeeklyHours } from '#contracts/hours';
import { type BrokenRule, ruleIn } from '#contracts/problem';
import { ownerRules } from '#i18n/en/owner-rules';
import { clearToast, showError, showToast } from '#islands/ui/Toasts.tsx';
import type { Client } from '#browser/api-client';
import { browserEnvironment, type Environment } from '#browser/environment';
import { createResource, type Known } from '#islands/ui/resource.ts';
import { type AdminSession, keptDraft, session } from '../sign-in/session.ts';
import { CHANGE_TIMEOUT, READ_TIMEOUT } from '../timeouts.ts';
import { awayWords } from './hours-words.ts';

/** The form of a time away, as typed. */
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

/** How the owner is told. `serverMessage` is `undefined` when nobody answered. */
export interface HoursNotices {
  trying(): void;
  weekSaved(): void;
  blocked(words: string, visits: number): void;
  opened(words: string): void;
  failed(serverMessage: string | undefined): void;
}

/** The visiting hours and the times away: what /admin/hours draws, and what the owner can do. */
export interface HoursAdmin {
  readonly $hours: ReadableAtom<Known<{ readonly view: VisitHours }>>;
  /** The week as the owner has changed it; `null` while it is as it is stored. */
  readonly $week: ReadableAtom<WeeklyHours | null>;
  readonly $form: ReadableAtom<AwayForm>;
  /** What is wrong with the form, by its fields; empty until it was sent. */
  readonly $problems: ReadableAtom<Readonly<Record<string, readonly string[]>>>;
  /** What is on its way: one change at a time. */
  readonly $pending: ReadableAtom<'' | 'week' | 'away' | 'open'>;
  /** Lets the owner in, or nobody; then loads, and takes up what a sign-in or a reload interrupted. */
  start(): Promise<void>;
  load(): Promise<void>;
  /** `null`: nobody visits on that weekday. */
  setDay(weekday: number, day: DayHours | null): void;
  /** Fills in the hours of the website's code. */
  fillInUsual(): void;
  saveWeek(): Promise<void>;
  setForm(change: Partial<AwayForm>): void;
  /** Blocks the time of the form, or says what is wrong with it. */
  block(): Promise<void>;
  /** Opens a time again. Resolves to whether it is open. */
  open(away: Away): Promise<boolean>;
  hasUnsaved(): boolean;
  /** Keeps in this tab what would be lost with the page. */
  keep(): void;
}

/** `version`: of the stored hours that the week was changed from. */
const Draft = z.object({ week: z.nullable(WeeklyHours), version: z.string(), form: AwayForm });
const { keepDraft, takeDraft } = keptDraft('admin-hours-draft', Draft);

export function createHoursAdmin(
  { client, sessionStorage }: Pick<Environment, 'client' | 'sessionStorage'>,
  session: AdminSession,
  notify: HoursNotices,
): HoursAdmin {
  const { $known, shown, load, set } = createResource(() =>
    session.call(async () => ({
      view: await client.send('GET', '/api/hours', VisitHours, { timeout: READ_TIMEOUT }),
    })),
  );
  const $week = atom<WeeklyHours | null>(null);
  const $form = atom<AwayForm>(emptyForm);
  const $problems = atom<Record<string, string[]>>({});
  const $pending = atom<'' | 'week' | 'away' | 'open'>('');

  const view = () => shown()?.view ?? null;

  /** Resolves to the hours after the change; `null` where there was none, which the owner is told of. */
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
    // What was changed while this was on its way is still to be saved.
    if ($week.get() === week || $week.get() === null) $week.set(null);
    notify.weekSaved();
  }

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
    async start() {
      if (!(await session.guard())) return;
      const draft = takeDraft(sessionStorage);
      if (draft) $form.set(draft.form);
      await load();
      // Hours that somebody has saved on another device meanwhile are not to be written over out of an old week.
      if (draft && view()?.version === draft.version) $week.set(draft.week);
    },
    setDay(weekday, day) {
      const stored = view()?.weekly;
      const week = ($week.get() ?? stored)?.with(weekday, day);
      $week.set(!week || JSON.stringify(week) === JSON.stringify(stored) ? null : week);
    },
    fillInUsual() {
      const now = view();
      $week.set(now && JSON.stringify(now.usual) !== JSON.stringify(now.weekly) ? now.usual : null);
    },
    setForm(change) {
      $form.set({ ...$form.get(), ...change });
      if (Object.keys($problems.get()).length > 0) {
        const result = NewAway.safeParse(typedAway($form.get()));
        $problems.set(result.success ? {} : problemsOf(result.error.issues));
      }
    },
    async open(away) {
      const after = await send('open', 'DELETE', `/api/away/${away.id}`);
      if (after) notify.opened(awayWords(away, after.today));
      return after !== null;
    },
  };
}

type Sent = [method: 'PUT' | 'POST' | 'DELETE', path: string, body?: object];

const change = (client: Client, ...[method, path, body]: Sent) =>
  client.send(method, path, VisitHours, { timeout: CHANGE_TIMEOUT, ...(body && { body }) });

/** What the form says. Without a last day it is about one day. */
function typedAway({ kind, first, last, from, until, note }: AwayForm): object {
  if (kind === 'hours') return { first, last: first, from, until, note };
  return { first, last: last || first, note };
}

/** The sentences by the field that they are about; each once. A last day that was left open is the first's matter. */
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

const succeed = (title: string, description?: string) =>
  showToast({ title, tone: 'default', ...(description && { description }) });

const visitsWords = (count: number) =>
  count === 1
    ? 'One visit stands in this time. Please move it.'
    : `${count} visits stand in this time. Please move them.`;

/** The visiting hours of this page, and what their owner is told. */
export const hours = createHoursAdmin(browserEnvironment, session, {
  trying: clearToast,
  weekSaved: () => succeed('Visiting hours saved'),
  blocked: (words, visits) => succeed(`Blocked: ${words}`, visits > 0 ? visitsWords(visits) : undefined),
  opened: (words) => succeed(`Open again: ${words}`),
  failed: (serverMessage) => showError(serverMessage ?? 'The change could not be saved. Please try again.'),
});

/** Called when the page is about to go: true when something typed would be lost and nobody has kept it. */
export const wouldLose = () => hours.hasUnsaved() && !session.$signedOut.get();
