import * as z from 'zod/mini';
import type { AdminLead } from '#contracts/admin-lead';
import { cityOfZip } from '#contracts/consultation';
import { type CorrectedField, Correction, OwnersRequest } from '#contracts/lead-request';
import { type BrokenRule, type Problems, problemsOf, ruleIn } from '#contracts/problem';
import { rules } from '#i18n/en/rules';
import type { Environment } from '#browser/environment';
import { clearToast, showSuccess } from '#islands/ui/Toasts.tsx';
import { isSameNumber } from '#lib/contact';
import { addDays, zonedToday } from '#lib/time/dates';
import { changedIn, createEdit, type Edit, isChanged, keptEdits } from '../edit.ts';
import { type LeadsContext, NEW_LEAD } from './list.ts';

/** `message` and `followUp` are asked of a new lead only. */
export type RequestField = CorrectedField | 'message' | 'followUp';
const names = [...Object.keys(Correction.shape), 'message', 'followUp'] as RequestField[];
const RequestFields = z.record(z.enum(names), z.string());
type RequestFields = z.infer<typeof RequestFields>;
export type RequestEdit = Edit<RequestFields>;
export const KeptRequests = keptEdits(RequestFields);

/** As typed; what is not known is empty. */
function fieldsOf(request: Readonly<Record<string, unknown>>): RequestFields {
  const known = { language: 'en', ...request };
  return Object.fromEntries(
    names.map((name) => [name, String(known[name as keyof typeof known] ?? '')]),
  ) as RequestFields;
}
export const noFields = fieldsOf({ preferredContact: 'phone' });

/** A new lead as it is sent: an empty day is none. */
const newLead = ({ followUp, ...fields }: RequestFields) => ({ ...fields, ...(followUp && { followUp }) });

/** The requests that the owner corrects, by the lead's id; under `NEW_LEAD` the one of a caller. */
export function createRequests(
  { api, session }: LeadsContext,
  { put, reread }: { readonly put: (lead: AdminLead) => void; readonly reread: (id: string) => void },
  { randomKey, now }: Pick<Environment, 'randomKey' | 'now'>,
) {
  /** Of the new lead: a second press, or a retry after a lost answer, adds one lead. */
  let key = randomKey();
  const edits = createEdit<RequestFields, AdminLead>({
    send: (id, edit) =>
      session.call(() =>
        id === NEW_LEAD ? api.add(OwnersRequest.parse(newLead(edit.mine)), key) : api.change(id, correctionOf(edit)),
      ),
    check: (id, edit) =>
      id === NEW_LEAD
        ? problemsOf(OwnersRequest.safeParse(newLead(edit.mine)).error?.issues, sentenceOf)
        : wrongIn(edit),
    take: (fields, field, present) => ({ ...fields, [field]: String(present ?? '') }),
  });
  /** A new lead is called again tomorrow, unless the owner says something else. */
  const blank = () => ({ ...noFields, followUp: addDays(zonedToday(new Date(now())), 1) });
  /** The cities that the last ZIP codes filled in, by the lead's id. */
  const filledIn = new Map<string, string>();

  /** A ZIP code fills in its city: in place of none, or of the one that the last ZIP code filled in. */
  function withCity(id: string, fields: RequestFields, seen: RequestFields): RequestFields {
    const city = cityOfZip(fields.zipCode.trim());
    if (!city) return fields;
    const former = filledIn.get(id) ?? cityOfZip(seen.zipCode);
    filledIn.set(id, city);
    return fields.city === '' || fields.city === former ? { ...fields, city } : fields;
  }

  /** Stores the new lead or the correction. Resolves to the lead; `undefined` after a failure, which the form shows. */
  async function save(id: string): Promise<AdminLead | undefined> {
    const edit = edits.of(id);
    if (id === NEW_LEAD && !edit) edits.open(id, blank());
    else if (id !== NEW_LEAD && edit && !isChanged(edit)) edits.close(id);
    clearToast();
    const outcome = await edits.save(id);
    if (outcome?.state !== 'done') return undefined;
    const { value: lead } = outcome;
    if (id === NEW_LEAD) {
      key = randomKey();
      edits.close(id);
      showSuccess(`${lead.request.name} is added`);
    } else {
      put(lead);
      showSuccess('The lead is corrected');
    }
    return lead;
  }

  return {
    $requests: edits.$edits,
    kept: edits.kept,
    blank,
    resume: edits.open,
    open: ({ id, request }: AdminLead): void => edits.open(id, fieldsOf(request)),
    close: edits.close,
    save,
    type(id: string, field: RequestField, text: string): void {
      if (id === NEW_LEAD && !edits.of(id)) edits.open(id, blank());
      const { seen, mine } = edits.of(id) ?? {};
      if (!seen || !mine) return;
      const fields = { ...mine, [field]: text };
      // They agreed to texts to the number that stood there.
      if (field === 'phone' && seen.texts) fields.texts = isSameNumber(text, seen.phone) ? seen.texts : '';
      edits.change(id, field === 'zipCode' ? withCity(id, fields, seen) : fields);
    },
    /** After a conflict: `isMine` keeps the owner's words, else the present ones stay. The last one sends the rest. */
    async settle(id: string, field: string, isMine: boolean): Promise<void> {
      if (!edits.settle(id, field, isMine)) return;
      const edit = edits.of(id);
      if (edit && !isChanged(edit)) reread(id);
      await save(id);
    },
  };
}

/** The rules' sentences speak to a visitor. These speak about one. */
const ownerWords = { ...rules, name: 'Please enter the name', reachable: 'Please enter a phone number or an email' };
const sentenceOf = (issue: BrokenRule): string => ruleIn(ownerWords, issue);

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
