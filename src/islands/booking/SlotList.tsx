import type { Slot } from '#contracts/calendar';
import { type EasternDay, easternTime, minutesOf } from '#lib/eastern-time';
import { flow } from './flow.ts';

/** The open times by day. */
export function SlotList({ days }: { days: readonly EasternDay<Slot>[] }) {
  return (
    <section className="slots" aria-label="Available times">
      {days.map((day) => (
        <Day key={day.date} {...day} />
      ))}
    </section>
  );
}

function Day({ date, heading, saturday, slots }: EasternDay<Slot>) {
  const id = `day-${date}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; these are buttons that belong together.
    <div role="group" aria-labelledby={id}>
      <h3 className="day" id={id}>
        <span>{heading}</span>
        {saturday && <span className="badge badge-flax">By Appointment</span>}
      </h3>
      <div className="slot-grid">
        {slots.map((slot) => (
          <button key={slot.start} className="slot" type="button" onClick={() => flow.chooseSlot(slot)}>
            <b className="num">{easternTime(slot.start)}</b> <small>{minutesOf(slot)} minutes</small>
          </button>
        ))}
      </div>
    </div>
  );
}
