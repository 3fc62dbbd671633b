import type { Slot } from '#contracts/calendar';
import type { ContactDetails, VisitDetails } from '#contracts/consultation';
import type { EasternDay } from '#lib/eastern-time';
import type { ContactField, DetailsField, Problems } from './fields.ts';

/** What is known of the open times. */
export type Times =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'empty' }
  | { readonly state: 'ready'; readonly days: readonly EasternDay<Slot>[] };

export interface InitialStep {
  readonly name: 'initial';
  readonly problems: Problems<ContactField>;
}

export interface CalendarStep {
  readonly name: 'calendar';
  readonly contact: ContactDetails;
  readonly times: Times;
  /** The panel after "No Good Time?" stands in place of the times. */
  readonly noGoodTime: boolean;
  /** A callback request is on its way. */
  readonly sending: boolean;
}

export interface DetailsStep {
  readonly name: 'details';
  readonly contact: ContactDetails;
  readonly slot: Slot;
  readonly problems: Problems<DetailsField>;
  /** The booking is on its way. */
  readonly pending: boolean;
}

export interface ConfirmedStep {
  readonly name: 'confirmed';
  readonly contact: ContactDetails;
  readonly visit: VisitDetails;
  readonly slot: Slot;
}

/** The four steps of the dialog, each with what can only be known there (specification, section 4). */
export type Step = InitialStep | CalendarStep | DetailsStep | ConfirmedStep;

export const untouched: InitialStep = { name: 'initial', problems: {} };
