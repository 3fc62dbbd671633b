import type { Step } from './store/state.ts';

const order: readonly Step['name'][] = ['initial', 'calendar', 'details', 'confirmed'];

/** Four slats, closed one by one. */
export function Progress({ at }: { at: Step['name'] }) {
  const place = order.indexOf(at);
  return (
    <div className="steps" role="img" aria-label={`Step ${place + 1} of ${order.length}`}>
      {order.map((name, index) => (
        <i key={name} className={index <= place ? 'done' : undefined} />
      ))}
    </div>
  );
}
