import { map } from 'nanostores';
import { cityOfZip } from '#contracts/consultation';
import { type CorrectedField, Correction, OwnersRequest } from '#contracts/lead-request';
import { say } from '#browser/say';
import { sayRule } from '#browser/say-rule';
import { type BrokenRule, type Problems, problemsOf } from '#contracts/problem';
import { clearToast, showSuccess } from '#islands/ui/Toasts.tsx';
import type { ShownLead } from '#lead/answers';
import { isSameNumber } from '#lib/contact';
import { addDays, zonedToday } from '#lib/time/dates';
import { changedIn, type Edit, isChanged } from '../edit.ts';
import { type Commands, FORM, isSending, keyOf, without } from './commands.ts';
import { type LeadsContext, NEW_LEAD } from './list.ts';

/** `message` and `followUp` are asked of a new lead only. */
export type RequestField = CorrectedField | 'message' | 'followUp';
const names = [...Object.keys(Correction.shape), 'message', 'followUp'] as RequestField[];
type RequestFields = Readonly<Record<RequestField, string>>;
type RequestEdit = Pick<Edit<RequestFields>, 'seen' | 'mine'>;
/** Whose request is corrected; `null`: the request of a caller, of whom a lead is made. */
type Corrected = Pick<ShownLead, 'id' | 'request'> | null;

/** As typed; what is not known is empty. */
function fieldsOf(request: Readonly<Record<string, unknown>>): RequestFields {
  const known: Readonly<Record<string, unknown>> = { language: 'en', ...request };
  return Object.fromEntries(names.map((name) => [name, String(known[name] ?? '')])) as unknown as RequestFields;
}

/** A new lead as it is sent: an empty day is none. */
const newLead = ({ followUp, ...fields }: RequestFields) => ({ ...fields, ...(followUp && { followUp }) });

export const requestKey = (lead: Corrected): string => keyOf('request', lead ?? { id: NEW_LEAD });

/** The requests that the owner corrects, and that of a caller. */
export function createRequests(
  { api, now, randomKey }: Pick<LeadsContext, 'api' | 'now' | 'randomKey'>,
  { type, typedIn, forget, post, send, drop, settleField, $presses }: Commands,
  reread: (id: string) => unknown,
) {
  /** Of the new lead: a second press, or a retry after a lost answer, adds one lead. */
  let key = randomKey();
  /** The mistakes, once a form was sent with some; by its key. */
  const $problems = map<Readonly<Record<string, Problems>>>({});
  /** A new lead is called again tomorrow, unless the owner says something else. */
  const blank = () => fieldsOf({ preferredContact: 'phone', followUp: addDays(zonedToday(now()), 1) });
  /** The cities that the last ZIP codes filled in, by the form's key. */
  const filledIn = new Map<string, string>();

  function editOf(lead: Corrected): RequestEdit {
    const { seen, mine } = typedIn(requestKey(lead));
    const known = lead ? fieldsOf(lead.request) : blank();
    const over = (typed: object) => ({ ...known, ...without(typed as RequestFields, FORM) }) as RequestFields;
    return { seen: over(seen), mine: over(mine) };
  }

  /** A ZIP code fills in its city: in place of none, or of the one that the last ZIP code filled in. */
  function withCity(form: string, fields: RequestFields, seen: RequestFields): RequestFields {
    const city = cityOfZip(fields.zipCode.trim());
    if (!city) return fields;
    const former = filledIn.get(form) ?? cityOfZip(seen.zipCode);
    filledIn.set(form, city);
    return fields.city === '' || fields.city === former ? { ...fields, city } : fields;
  }

  function check(lead: Corrected): Problems {
    const edit = editOf(lead);
    const problems = lead
      ? wrongIn(edit)
      : problemsOf(OwnersRequest.safeParse(newLead(edit.mine)).error?.issues, sentenceOf);
    $problems.setKey(requestKey(lead), problems);
    return problems;
  }

  /** Puts what has changed into the draft. */
  function typeAll(lead: Corrected, { seen, mine }: RequestEdit): void {
    const form = requestKey(lead);
    const before = editOf(lead).mine;
    const changed = Object.fromEntries(
      names.filter((name) => mine[name] !== before[name]).map((name) => [name, mine[name]]),
    );
    type(form, changed, seen);
    const isAsSeen = (name: RequestField) => name in typedIn(form).mine && mine[name] === seen[name];
    forget(form, names.filter(isAsSeen));
  }

  /** Adds a lead. Resolves to it once it is kept. */
  async function add(): Promise<ShownLead | undefined> {
    clearToast();
    const { mine } = editOf(null);
    const request = OwnersRequest.parse(newLead(mine));
    const outcome = await post(requestKey(null), { id: NEW_LEAD }, () => api.add(request, key));
    if (outcome.state !== 'done') return undefined;
    key = randomKey();
    forget(requestKey(null));
    showSuccess(say('{name} is added', { name: outcome.value.request.name }));
    return outcome.value;
  }

  function close(lead: Corrected): undefined {
    const form = requestKey(lead);
    forget(form);
    drop(form);
    $problems.setKey(form, {});
  }

  async function correct(lead: NonNullable<Corrected>): Promise<ShownLead | undefined> {
    const edit = editOf(lead);
    if (!isChanged(edit)) return close(lead);
    const corrected = await send(requestKey(lead), lead, { do: 'correct', ...correctionOf(edit) });
    if (corrected) showSuccess(say('The lead is corrected'));
    return corrected;
  }

  /** Resolves to the kept lead, if it is right and the server has it. */
  async function save(lead: Corrected): Promise<ShownLead | undefined> {
    if (isSending($presses.get()[requestKey(lead)]) || Object.keys(check(lead)).length > 0) return undefined;
    return await (lead ? correct(lead) : add());
  }

  return {
    $problems,
    editOf,
    save,
    open: (lead: Corrected): void => type(requestKey(lead), { [FORM]: 'open' }),
    close,
    type(lead: Corrected, field: RequestField, text: string): void {
      const { seen, mine } = editOf(lead);
      const fields = { ...mine, [field]: text };
      // They agreed to texts to the number that stood there.
      if (field === 'phone' && seen.texts) fields.texts = isSameNumber(text, seen.phone) ? seen.texts : '';
      typeAll(lead, { seen, mine: field === 'zipCode' ? withCity(requestKey(lead), fields, seen) : fields });
      if (Object.keys($problems.get()[requestKey(lead)] ?? {}).length > 0) check(lead);
    },
    /** After a conflict: `isMine` keeps the owner's words, else the present ones stay. The last one sends the rest. */
    async settle(lead: NonNullable<Corrected>, field: RequestField, isMine: boolean): Promise<void> {
      const form = requestKey(lead);
      const present = String($presses.get()[form]?.theirs?.fields[field] ?? '');
      const mine = typedIn(form).mine[field] ?? '';
      forget(form, [field]);
      if (isMine) type(form, { [field]: mine }, { [field]: present });
      if (!settleField(form, field)) return;
      if (!isChanged(editOf(lead))) reread(lead.id);
      await save(lead);
    },
  };
}

/** The rules' sentences speak to a visitor. These speak about one. */
const ownerWords: Readonly<Record<string, string>> = {
  name: say('Please enter the name'),
  reachable: say('Please enter a phone number or an email'),
};
const sentenceOf = (issue: BrokenRule): string => ownerWords[issue.message] ?? sayRule(issue);

/** Another number is sent with whether they agreed to texts to it. */
const namesIn = (edit: RequestEdit): RequestField[] => {
  const names = changedIn(edit);
  return names.includes('phone') ? [...new Set([...names, 'texts' as const])] : names;
};

const changed = (edit: RequestEdit, side: 'seen' | 'mine') =>
  Object.fromEntries(
    namesIn(edit).map((name) => [name, name === 'texts' ? edit[side].texts !== '' : edit[side][name]]),
  );

/** An emptied field is sent as `null`: JSON has no `undefined`. */
function correctionOf(edit: RequestEdit) {
  const parsed = Correction.parse(changed(edit, 'mine'));
  const request = Object.fromEntries(namesIn(edit).map((name) => [name, parsed[name as CorrectedField] ?? null]));
  return { request: request as Correction, seen: changed(edit, 'seen') };
}

/** By the visitors' rules, of the fields that change. */
function wrongIn(edit: RequestEdit): Problems {
  const problems = problemsOf(Correction.safeParse(changed(edit, 'mine')).error?.issues, sentenceOf);
  const { phone, email } = edit.mine;
  const isUnreachable = !phone.trim() && !email.trim() && changedIn(edit).some((name) => /phone|email/.test(name));
  return isUnreachable ? { ...problems, phone: [sentenceOf({ message: 'reachable' })] } : problems;
}
