import { atom } from 'nanostores';
import * as z from 'zod/mini';
import { cityOfZip, ConsultationRequest, ContactDetails, VisitDetails } from '#contracts/consultation';
import type { AdminLead } from '#contracts/admin-lead';
import { heardFrom, OwnersRequest } from '#contracts/lead-request';
import { type BrokenRule, ruleIn } from '#contracts/problem';
import { rules } from '#i18n/en/rules';
import type { LeadsContext } from './list.ts';

/** The fields of a lead by phone: those that a visitor types, the language for calls, and how they found us. */
const asked = {
  ...ContactDetails.shape,
  ...VisitDetails.shape,
  language: ConsultationRequest.shape.language,
  heardFrom,
};
export type NewLeadField = keyof typeof asked;
export type NewLeadFields = Record<NewLeadField, string>;
const names = Object.keys(asked) as NewLeadField[];

/** As typed, for a draft. */
export const NewLeadFields = z.record(z.enum(names), z.string());

export const noFields: NewLeadFields = {
  ...(Object.fromEntries(names.map((name) => [name, ''])) as NewLeadFields),
  preferredContact: 'phone',
  language: 'en',
};

/** A ZIP code fills in its city: in place of none, or of `told`, which the last ZIP code filled in. */
export function withCity<Fields extends Readonly<Record<'zipCode' | 'city', string>>>(
  fields: Fields,
  told: string | undefined,
): Fields {
  const city = cityOfZip(fields.zipCode.trim());
  return city && (fields.city === '' || fields.city === told) ? { ...fields, city } : fields;
}

interface NewLeadForm {
  readonly fields: NewLeadFields;
  readonly problems: Readonly<Partial<Record<NewLeadField, readonly string[]>>>;
  readonly isSaving: boolean;
  readonly failure: string;
}

const blank: NewLeadForm = { fields: noFields, problems: {}, isSaving: false, failure: '' };

export function createNewLead({ api, session, notify }: LeadsContext, randomKey: () => string) {
  const $newLead = atom<NewLeadForm>(blank);
  /** Of this form: a second press, or a retry after a lost answer, adds one lead. */
  let key: string | undefined;
  let told: string | undefined;

  function set(change: Partial<NewLeadForm>): void {
    $newLead.set({ ...$newLead.get(), ...change });
  }

  /** Stores the lead; resolves to it, or to `null` after a failure, which the form shows. */
  async function add(): Promise<AdminLead | null> {
    const { fields, isSaving } = $newLead.get();
    if (isSaving) return null;
    const problems = problemsOf(fields);
    const request = OwnersRequest.safeParse(fields).data;
    set({ problems, failure: '' });
    if (!request) return null;
    notify.trying();
    set({ isSaving: true });
    key ??= randomKey();
    const mine = key;
    const outcome = await session.call(() => api.add(request, mine));
    set({ isSaving: false });
    if (outcome.state === 'failed') {
      set({
        failure: outcome.serverMessage ?? 'The lead could not be kept. Please try again: your text is still here.',
      });
    }
    if (outcome.state !== 'done') return null;
    key = undefined;
    $newLead.set(blank);
    notify.added(outcome.value.request.name);
    return outcome.value;
  }

  return {
    $newLead,
    add,
    type(field: NewLeadField, text: string): void {
      const { fields, problems } = $newLead.get();
      const typed = field === 'zipCode' ? withCity({ ...fields, zipCode: text }, told) : { ...fields, [field]: text };
      told = cityOfZip(typed.zipCode) ?? told;
      const hasProblems = Object.keys(problems).length > 0;
      set({ fields: typed, failure: '', ...(hasProblems && { problems: problemsOf(typed) }) });
    },
    /** Restores a draft from before a sign-in or a reload. */
    resume: (fields: NewLeadFields) => set({ fields }),
  };
}

/** The rules' sentences speak to a visitor. These speak about one. */
const ownerWords = { ...rules, name: 'Please enter the name', reachable: 'Please enter a phone number or an email' };
export const sentenceOf = (issue: BrokenRule): string => ruleIn(ownerWords, issue);

function problemsOf(fields: NewLeadFields): NewLeadForm['problems'] {
  const issues = OwnersRequest.safeParse(fields).error?.issues ?? [];
  const found: Partial<Record<NewLeadField, string[]>> = {};
  for (const issue of issues) {
    const field = issue.path[0] as NewLeadField;
    found[field] = [...(found[field] ?? []), sentenceOf(issue)];
  }
  return found;
}
