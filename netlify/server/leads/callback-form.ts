import { CallbackForm, callbackRequest, type ConsultationRequest } from '#contracts/consultation';

/** The form's fields in their order, each with what the visitor typed and the sentences about it. */
export type FilledForm = readonly { field: string; typed: string; messages: readonly string[] }[];

/**
 * Reads the plain form of `/book`. It asks for what the callback flow of the dialog asks for, plus a way to be reached
 * and notes, so it becomes the same kind of request with the visitor's own words in it.
 */
export function readCallbackForm(form: URLSearchParams): { request: ConsultationRequest } | { wrong: FilledForm } {
  const result = CallbackForm.safeParse(Object.fromEntries(form));
  if (result.success) {
    const { preferredContact, message, company, attribution, ...contact } = result.data;
    const request = callbackRequest(contact);
    return { request: { ...request, preferredContact, message: message ?? request.message, company, attribution } };
  }
  const { issues } = result.error;
  const about = (name: string) => issues.filter(({ path }) => path[0] === name).map(({ message }) => message);
  return { wrong: asTyped(form).map((one) => ({ ...one, messages: about(one.field) })) };
}

/** What stands in the form, without a word about it. */
export function asTyped(form: URLSearchParams): FilledForm {
  return Object.keys(CallbackForm.shape).map((field) => ({ field, typed: form.get(field) ?? '', messages: [] }));
}
