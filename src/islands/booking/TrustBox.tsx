import { Icon } from '../ui/Icon.tsx';

/** Why one may trust us: on every step but the last. */
export function TrustBox() {
  return (
    <ul className="trust">
      <li>
        <Icon name="badge-check" />
        Certified dealer
      </li>
      <li>
        <Icon name="star" />
        5.0 stars
      </li>
      <li>
        <Icon name="clock" />
        Reply in 24 hours
      </li>
      <li>
        <Icon name="tag" />
        No obligation
      </li>
    </ul>
  );
}
