import type * as en from '#i18n/en/booking';
import type { Translated } from '#i18n/language';
import { Icon } from '#islands/ui/Icon.tsx';
import { laterDay } from '#browser/answer-rule';
import type { IconName } from '#lib/icons';
import type { Step } from './booking-session.ts';
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
  /** The sentence that it may be later. */
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

/** Parts that the build draws too: /book shows them before the steps are loaded. So their words are given. */
interface Given {
  readonly words: Pick<Translated<typeof en.booking>, 'progress' | 'trust'>;
}

const order: readonly Step['name'][] = ['initial', 'calendar', 'details', 'confirmed'];

/** How far the visitor is: four slats, closed one by one. */
export function Progress({ at, words }: Given & { at: Step['name'] }) {
  const current = order.indexOf(at);
  return (
    <div className="progress" role="img" aria-label={words.progress(current + 1, order.length)}>
      {order.map((name, index) => (
        <i key={name} className={index <= current ? 'done' : undefined} />
      ))}
    </div>
  );
}

/** Reasons to trust us, on every step but the last. */
export function TrustBox({ facts: { certifiedBrand, rating, promise }, words }: Given & { facts: Facts }) {
  const { certified, certifiedBriefly, stars, reply, free } = words.trust;
  const trust: readonly { icon: IconName; text: string; briefly?: string; later?: string }[] = [
    ...(certifiedBrand
      ? [{ icon: 'badge-check', text: certified, briefly: certifiedBriefly(certifiedBrand) } as const]
      : []),
    ...(rating ? [{ icon: 'star', text: stars(rating) } as const] : []),
    { icon: 'clock', text: reply(laterDay() ?? promise), later: reply('{day}') },
    { icon: 'tag', text: free },
  ];
  return (
    <ul className="trust">
      {trust.map(({ icon, text, briefly, later }) => (
        <li key={icon}>
          <Icon name={icon} />
          <span data-later={later}>{text}</span>
          {briefly && <span>{briefly}</span>}
        </li>
      ))}
    </ul>
  );
}
