import { type KeyboardEvent, useState, useSyncExternalStore } from 'react';
import type { Slot } from '#contracts/calendar';
import { type ZonedDay, zonedDayBriefly, zonedTime, minutesOf } from '#lib/time/zone';
import { pageLocale } from '#lib/page-locale';
import { flow } from './booking-store.ts';
import { useFacts } from './StepHead.tsx';
import { times as words } from './booking-words.ts';

const TURNS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Wide and high enough for all days' times at once: a list about 24 rem high. */
const ROOMY = '(min-width: 48rem) and (min-height: 32rem)';

function onRoomyChange(changed: () => void): () => void {
  const query = matchMedia(ROOMY);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

export const useIsRoomy = (): boolean =>
  useSyncExternalStore(
    onRoomyChange,
    () => matchMedia(ROOMY).matches,
    () => false,
  );

interface DaysProps {
  days: readonly ZonedDay<Slot>[];
  /** The first date to show, if it has open times. */
  start: string | undefined;
}

/** The open times by day: all of them, or the chosen day's where there is less room. */
export function Days(props: DaysProps) {
  return useIsRoomy() ? <DayList {...props} /> : <DayTabs {...props} />;
}

/** All days with their times. Every time is a stop of the Tab key; arrows, Home and End are shortcuts. */
function DayList({ days, start }: DaysProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const jump = isShortcut(event) ? undefined : JUMPS[event.key];
    if (!jump) return;
    event.preventDefault();
    const times = [...event.currentTarget.querySelectorAll('button')];
    jump(times, times.indexOf(event.target as HTMLButtonElement))?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it.
    <div className="day-list" onKeyDown={onKeyDown}>
      {days.map((day) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset's box is another in each browser, and its heading need not stick.
        <div key={day.date} role="group" aria-labelledby={`day-${day.date}`}>
          <DayHeading {...day} id={`day-${day.date}`} />
          <Slots slots={day.slots} isStart={day.date === start} />
        </div>
      ))}
    </div>
  );
}

type Jump = (times: readonly HTMLButtonElement[], at: number) => HTMLButtonElement | undefined;

const dayOf = (time: Element | undefined) => time?.closest('[role=group]');

/** The first time of the next day. */
const nextDay: Jump = (times, at) => times.slice(at).find((time) => dayOf(time) !== dayOf(times[at]));

/** The first time of the day before. */
const lastDay: Jump = (times, at) => {
  const before = times.slice(0, at).findLast((time) => dayOf(time) !== dayOf(times[at]));
  return times.find((time) => dayOf(time) === dayOf(before));
};

const JUMPS: Readonly<Record<string, Jump>> = {
  ArrowLeft: (times, at) => times[at - 1],
  ArrowRight: (times, at) => times[at + 1],
  ArrowUp: lastDay,
  ArrowDown: nextDay,
  Home: (times) => times[0],
  End: (times) => times.at(-1),
};

/** The browser's own, such as Back. */
const isShortcut = ({ altKey, ctrlKey, metaKey }: KeyboardEvent) => altKey || ctrlKey || metaKey;

/** The days as tabs, and the chosen day's times. */
function DayTabs({ days, start }: DaysProps) {
  const [date, choose] = useState(start);
  const chosen = days.find((day) => day.date === date) ?? days[0];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!chosen || isShortcut(event)) return;
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

function DayTab({ day: { date, weekday, slots }, isChosen, onChoose }: DayTabProps) {
  const byAppointment = useFacts().appointmentDays.includes(weekday);
  const name = zonedDayBriefly(slots[0]?.start ?? date, pageLocale);
  const [dayName, rest] = name.split(', ');
  return (
    <button
      id={`day-${date}`}
      className={byAppointment ? 'day-tab by-appointment' : 'day-tab'}
      type="button"
      role="tab"
      aria-label={byAppointment ? `${name}, ${words.byAppointment}` : name}
      aria-selected={isChosen}
      aria-controls="day-times"
      tabIndex={isChosen ? 0 : -1}
      onClick={() => onChoose(date)}
    >
      <span>
        <span>{dayName}</span> <b>{rest}</b>
      </span>
      {byAppointment && <small>{` ${words.byAppointment}`}</small>}
    </button>
  );
}

function TimesOf({ date, heading, weekday, slots }: ZonedDay<Slot>) {
  return (
    <div id="day-times" role="tabpanel" aria-labelledby={`day-${date}`}>
      <DayHeading heading={heading} weekday={weekday} />
      <Slots slots={slots} />
    </div>
  );
}

function DayHeading({ heading, weekday, id }: Pick<ZonedDay<Slot>, 'heading' | 'weekday'> & { id?: string }) {
  return (
    <h3 className="day leading-[1.6]" id={id}>
      <span>{heading}</span>
      {useFacts().appointmentDays.includes(weekday) && <span className="badge badge-flax">{words.byAppointment}</span>}
    </h3>
  );
}

/** `isStart`: the first one takes focus. */
function Slots({ slots, isStart }: Pick<ZonedDay<Slot>, 'slots'> & { isStart?: boolean }) {
  return (
    <div className="slot-grid">
      {slots.map((slot, index) => (
        <button
          key={slot.start}
          className="slot focus-visible:outline-offset-[-3px]"
          type="button"
          data-start={(isStart && index === 0) || undefined}
          onClick={() => flow.chooseSlot(slot)}
        >
          <b className="whitespace-nowrap tabular-nums">{zonedTime(slot.start, pageLocale)}</b>{' '}
          <small>{words.minutes(minutesOf(slot))}</small>
        </button>
      ))}
    </div>
  );
}
