import type * as en from '#i18n/en/booking';
import type { Translated } from '#i18n/language';
import { Icon } from '#islands/ui/Icon.tsx';
import type { IconName } from '#lib/icons';
import type { Facts } from './facts.ts';
import type { Step } from './booking-session.ts';

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
  const trust: readonly { icon: IconName; text: string; briefly?: string }[] = [
    ...(certifiedBrand
      ? [{ icon: 'badge-check', text: certified, briefly: certifiedBriefly(certifiedBrand) } as const]
      : []),
    ...(rating ? [{ icon: 'star', text: stars(rating) } as const] : []),
    { icon: 'clock', text: reply(promise) },
    { icon: 'tag', text: free },
  ];
  return (
    <ul className="trust">
      {trust.map(({ icon, text, briefly }) => (
        <li key={icon}>
          <Icon name={icon} />
          <span>{text}</span>
          {briefly && <span>{briefly}</span>}
        </li>
      ))}
    </ul>
  );
}
