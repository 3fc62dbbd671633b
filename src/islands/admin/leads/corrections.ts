import { map } from 'nanostores';
import * as z from 'zod/mini';
import { cityOfZip } from '#contracts/consultation';
import type { AdminLead } from '#contracts/admin-lead';
import { type CorrectedField, Correction } from '#contracts/lead-request';
import type { Conflict } from '#contracts/problem';
import type { LeadsContext } from './list.ts';
import { sentenceOf, withCity } from './new-lead.ts';

const names = Object.keys(Correction.shape) as CorrectedField[];
type Fields = Record<CorrectedField, string>;

/** A request whose fields the owner is correcting. */
interface Correcting {
  /** What the owner saw before typing. */
  readonly seen: Fields;
  readonly typed: Fields;
  /** The city that the last ZIP code gave. */
  readonly told?: string | undefined;
  readonly problems: Readonly<Partial<Record<CorrectedField, readonly string[]>>>;
  readonly failure: string;
  readonly isSaving: boolean;
  /** Fields that have changed since. The owner chooses what to keep. */
  readonly conflict?: Conflict | undefined;
}

const KeptFields = z.record(z.enum(names), z.string());
/** The corrections that outlive the page, by the lead's id. */
export const KeptCorrections = z.record(z.string(), z.object({ seen: KeptFields, typed: KeptFields }));

function fieldsOf({ request }: AdminLead): Fields {
  const known: Readonly<Record<string, unknown>> = { language: 'en', ...request };
  return Object.fromEntries(names.map((name) => [name, String(known[name] ?? '')])) as Fields;
}

const begun = { problems: {}, failure: '', isSaving: false };
const changedIn = ({ seen, typed }: Pick<Correcting, 'seen' | 'typed'>) =>
  names.filter((name) => typed[name] !== seen[name]);
const some = (fields: Fields, chosen: readonly CorrectedField[]) =>
  Object.fromEntries(chosen.map((name) => [name, fields[name]]));

export function createCorrections(
  { api, session, notify }: LeadsContext,
  { put, reread }: { readonly put: (lead: AdminLead) => void; readonly reread: (id: string) => void },
) {
  /** By the lead's id. */
  const $corrections = map<Readonly<Record<string, Correcting>>>({});

  function set(id: string, change: Partial<Correcting>): void {
    const now = $corrections.get()[id];
    if (now) $corrections.setKey(id, { ...now, ...change });
  }

  function close(id: string): void {
    const { [id]: _, ...others } = $corrections.get();
    $corrections.set(others);
  }

  async function save(id: string): Promise<void> {
    const now = $corrections.get()[id];
    if (!now || now.isSaving) return;
    const changed = changedIn(now);
    if (changed.length === 0) return close(id);
    const problems = problemsOf(now);
    set(id, { problems, failure: '', conflict: undefined });
    const request = Correction.safeParse(some(now.typed, changed)).data;
    if (!request || Object.keys(problems).length > 0) return;
    notify.trying();
    set(id, { isSaving: true });
    // An emptied field is sent as `null`: JSON has no `undefined`.
    const emptied = Object.fromEntries(changed.map((name) => [name, request[name] ?? null])) as Correction;
    const outcome = await session.call(() => api.change(id, { request: emptied, seen: some(now.seen, changed) }));
    set(id, { isSaving: false });
    if (outcome.state === 'failed') {
      const failure =
        outcome.serverMessage ?? 'The correction could not be saved. Please try again: your text is still here.';
      set(id, outcome.conflict ? { conflict: outcome.conflict } : { failure });
    }
    if (outcome.state !== 'done') return;
    close(id);
    put(outcome.value);
    notify.corrected();
  }

  return {
    $corrections,
    open: (lead: AdminLead): void => {
      const seen = fieldsOf(lead);
      $corrections.setKey(lead.id, { ...begun, seen, typed: seen, told: cityOfZip(seen.zipCode) });
    },
    close,
    save,
    type(id: string, field: CorrectedField, text: string): void {
      const now = $corrections.get()[id];
      if (!now) return;
      const fields = { ...now.typed, [field]: text };
      const typed = field === 'zipCode' ? withCity(fields, now.told) : fields;
      const hasProblems = Object.keys(now.problems).length > 0;
      const problems = hasProblems ? problemsOf({ ...now, typed }) : {};
      set(id, { typed, told: cityOfZip(typed.zipCode) ?? now.told, failure: '', problems });
    },
    /** After a conflict: `isMine` keeps the owner's words, else the present ones stay. The last one sends the rest. */
    async settle(id: string, field: CorrectedField, isMine: boolean): Promise<void> {
      const now = $corrections.get()[id];
      if (!now?.conflict) return;
      const { [field]: theirs, ...others } = now.conflict.fields;
      const seen = { ...now.seen, [field]: String(theirs ?? '') };
      const typed = isMine ? now.typed : { ...now.typed, [field]: seen[field] };
      const isLast = Object.keys(others).length === 0;
      set(id, { seen, typed, conflict: isLast ? undefined : { ...now.conflict, fields: others } });
      if (!isLast) return;
      if (changedIn({ seen, typed }).length === 0) reread(id);
      await save(id);
    },
    /** The texts that the server does not have yet. */
    kept: (): z.infer<typeof KeptCorrections> =>
      Object.fromEntries(
        Object.entries($corrections.get())
          .filter(([, correcting]) => changedIn(correcting).length > 0)
          .map(([id, { seen, typed }]) => [id, { seen, typed }]),
      ),
    /** After a sign-in or a reload. */
    resume(kept: z.infer<typeof KeptCorrections>): void {
      for (const [id, { seen, typed }] of Object.entries(kept)) {
        $corrections.setKey(id, { ...begun, seen, typed, told: cityOfZip(typed.zipCode) });
      }
    },
  };
}

/** By the visitors' rules, of the fields that change. */
function problemsOf(now: Pick<Correcting, 'seen' | 'typed'>): Correcting['problems'] {
  const changed = changedIn(now);
  const found: Partial<Record<CorrectedField, string[]>> = {};
  for (const issue of Correction.safeParse(some(now.typed, changed)).error?.issues ?? []) {
    const field = issue.path[0] as CorrectedField;
    found[field] = [...(found[field] ?? []), sentenceOf(issue)];
  }
  const { phone, email } = now.typed;
  const isReachTouched = changed.includes('phone') || changed.includes('email');
  if (isReachTouched && !phone.trim() && !email.trim()) found.phone = [sentenceOf({ message: 'reachable' })];
  return found;
}
