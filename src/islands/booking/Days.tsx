import { type KeyboardEvent, useState } from 'react';
import type { Slot } from '#contracts/calendar';
import { type ZonedDay, zonedDayBriefly, zonedTime, minutesOf } from '#lib/time/zone';
import { pageLocale } from '#browser/page-language';
import { flow } from './booking-store.ts';
import { times as words } from './booking-words.ts';

const TURNS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** The days as tabs, and the chosen day's times. `start` is the first date to show, if it has open times. */
export function Days({ days, start }: { days: readonly ZonedDay<Slot>[]; start: string | undefined }) {
  const [date, choose] = useState(start);
  const chosen = days.find((day) => day.date === date) ?? days[0];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // The browser's shortcuts, such as Back.
    if (!chosen || event.altKey || event.ctrlKey || event.metaKey) return;
    const turn = TURNS[event.key];
    const edge = { Home: 0, End: days.length - 1 }[event.key];
    const next = edge ?? (turn && (days.indexOf(chosen) + turn + days.length) % days.length);
    if (next === undefined) return;
    event.preventDefault();
    choose(days[next]?.date);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };
  return (
    <>
      <div className="days" role="tablist" aria-label={words.days} onKeyDown={onKeyDown}>
        {days.map((day) => (
          <DayTab key={day.date} day={day} isChosen={day === chosen} onChoose={choose} />
        ))}
      </div>
      {chosen && <TimesOf {...chosen} />}
    </>
  );
}

interface DayTabProps {
  day: ZonedDay<Slot>;
  isChosen: boolean;
  onChoose: (date: string) => void;
}

function DayTab({ day: { date, saturday, slots }, isChosen, onChoose }: DayTabProps) {
  const name = zonedDayBriefly(slots[0]?.start ?? date, pageLocale);
  const [weekday, rest] = name.split(', ');
  return (
    <button
      id={`day-${date}`}
      className={saturday ? 'day-tab by-appointment' : 'day-tab'}
      type="button"
      role="tab"
      aria-label={saturday ? `${name}, ${words.byAppointment}` : name}
      aria-selected={isChosen}
      aria-controls="day-times"
      tabIndex={isChosen ? 0 : -1}
      onClick={() => onChoose(date)}
    >
      <span>{weekday}</span> <b>{rest}</b>
    </button>
  );
}

function TimesOf({ date, heading, saturday, slots }: ZonedDay<Slot>) {
  return (
    <div id="day-times" role="tabpanel" aria-labelledby={`day-${date}`}>
      <h3 className="day leading-[1.6]">
        <span>{heading}</span>
        {saturday && <span className="badge badge-flax">{words.byAppointment}</span>}
      </h3>
      <div className="slot-grid">
        {slots.map((slot) => (
          <button
            key={slot.start}
            className="slot focus-visible:outline-offset-[-3px]"
            type="button"
            onClick={() => flow.chooseSlot(slot)}
          >
            <b className="whitespace-nowrap tabular-nums">{zonedTime(slot.start, pageLocale)}</b>{' '}
            <small>{words.minutes(minutesOf(slot))}</small>
          </button>
        ))}
      </div>
    </div>
  );
}
