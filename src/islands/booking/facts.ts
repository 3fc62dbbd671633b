import { createContext, use } from 'react';
import type { Phone } from '#lib/contact';

/** The facts of the business that the steps show, in the page's language. */
export interface Facts {
  readonly phone: Phone;
  /** The maker whose certified dealer we are. */
  readonly certifiedBrand?: string | undefined;
  /** Such as `5.0`. */
  readonly rating?: string | undefined;
  /** How soon a request is answered: `within 24 hours`. */
  readonly promise: string;
  /** The sentence that it is later now. */
  readonly exception?: string | undefined;
  /** The weekdays on which we come by appointment, as in `Date#getDay`: 0 is Sunday. */
  readonly appointmentDays: readonly number[];
}

export const FactsContext = createContext<Facts | null>(null);

export function useFacts(): Facts {
  const facts = use(FactsContext);
  if (!facts) throw new Error('The steps are drawn outside of FactsContext.');
  return facts;
}
