import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { say } from '#browser/say';
import { type Away, MAX_AWAY_NOTE, type VisitHours } from '#contracts/hours';
import { DateField, SelectField, TextField, useCheckedForm } from '#islands/ui/Field.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { weekdayOf } from '#lib/time/dates';
import { clockWords } from '#lib/time/open-days';
import { Button } from '../Button.tsx';
import { isInstaller } from '../sign-in/roles.ts';
import { ConflictChoice } from '../ConflictChoice.tsx';
import { peopleOptions } from '../PeopleFilter.tsx';
import { type AwayForm, emptyForm, hours } from './hours-store.ts';
import { awayWords, clocks, dayBriefly, holidayName, nextDay, weekdayNames } from './hours-words.ts';

const LIST_TITLE = 'time-off-title';
const FORM_TITLE = 'block-title';

/** The coming times away and the holidays, the soonest first. */
export function TimeOff({ view }: { view: VisitHours }) {
  const { away, holidays, today } = view;
  const rows = [
    ...away.map((one) => ({ day: nextDay(one, today), row: <AwayRow key={one.id} away={one} view={view} /> })),
    ...holidays.map((one) => ({ day: one.date, row: <HolidayRow key={one.date} holiday={one} view={view} /> })),
  ].toSorted((one, other) => one.day.localeCompare(other.day));
  return (
    <section className="panel" aria-labelledby={LIST_TITLE}>
      <h2 className="text-2xl focus:outline-none" id={LIST_TITLE} tabIndex={-1}>
        {say('Time off')}
      </h2>
      <p className="mt-1 text-sm text-mute">{awayMeans(view)}</p>
      {rows.length > 0 && <ul className="mt-3">{rows.map(({ row }) => row)}</ul>}
    </section>
  );
}

function awayMeans({ people }: VisitHours): string {
  if (isInstaller())
    return say('You get no new visits in the times that you block. What is booked already stays: tell the office.');
  return people
    ? say('Whoever is away gets no new visits then. Holidays are here every year by themselves.')
    : say('Nobody can book a visit in these times. Holidays are here every year by themselves.');
}

function Row({ words, text, children }: { words: string; text: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-t border-hairline py-2">
      <div className="min-w-0 flex-1 basis-40 wrap-anywhere">
        <p className="font-label tabular-nums">{words}</p>
        {text !== '' && <p className="text-sm text-mute">{text}</p>}
      </div>
      {children}
    </li>
  );
}

type Holiday = VisitHours['holidays'][number];

function HolidayRow({ holiday: { date, isWorked, ...holiday }, view }: { holiday: Holiday; view: VisitHours }) {
  const name = holidayName(holiday.name);
  const isPending = useStore(hours.$isPending);
  const weekday = weekdayOf(date);
  const isOpen = (view.weekly[weekday] ?? []).length > 0;
  const words = dayBriefly(date, view.today);
  return (
    <Row words={words} text={isWorked ? say('{holiday}, visits are offered', { holiday: name }) : name}>
      {isOpen ? (
        <Button
          className={ROW_BUTTON}
          isBusy={isPending}
          onClick={() => void hours.workOn(date, !isWorked)}
          of={`: ${name}, ${words}`}
        >
          {isWorked ? say('Take it off') : say('Work on this day')}
        </Button>
      ) : (
        <p className="flex min-h-11 items-center text-sm text-mute">
          {say('No visits on {weekday}s', { weekday: weekdayNames[weekday] ?? '' })}
        </p>
      )}
    </Row>
  );
}

const ROW_BUTTON = 'link min-w-11 gap-0 text-sm';

/** Asks twice: a visitor may book the opened time at once. */
function AwayRow({ away, view }: { away: Away; view: VisitHours }) {
  const [isAsking, setAsking] = useState(false);
  const isPending = useStore(hours.$isPending);
  const buttons = useRef<HTMLDivElement>(null);
  const hasAsked = useRef(false);
  useEffect(() => {
    const asks = buttons.current?.querySelectorAll('button');
    if (isAsking) asks?.[0]?.focus();
    else if (hasAsked.current) asks?.[asks.length - 1]?.focus();
    hasAsked.current = isAsking;
  }, [isAsking]);
  const note = away.note ?? say('Its note cannot be read. The time is blocked all the same.');
  const whose = whoseWords(away, view);
  const words = awayWords(away, view.today);
  const of = [words, ...(whose ? [whose] : [])].join(', ');
  const open = async () => {
    if (await hours.open(away)) document.getElementById(LIST_TITLE)?.focus();
  };
  const edit = () => {
    flushSync(() => hours.edit(away));
    document.getElementById(FORM_TITLE)?.focus();
  };
  return (
    <Row words={words} text={[whose, note].filter(Boolean).join(': ')}>
      <div ref={buttons} className="flex flex-wrap gap-x-4">
        {isAsking ? (
          <>
            <Button className={ROW_BUTTON} isBusy={isPending} onClick={() => void open()} of={`: ${of}`}>
              {say('Yes, open it')}
            </Button>
            <Button className={ROW_BUTTON} onClick={() => setAsking(false)}>
              {say('Keep it')}
            </Button>
          </>
        ) : (
          <>
            <Button className={ROW_BUTTON} onClick={edit} of={`: ${of}`}>
              {say('Edit')}
            </Button>
            <Button className={ROW_BUTTON} onClick={() => setAsking(true)} of={`: ${of}`}>
              {say('Open again')}
            </Button>
          </>
        )}
      </div>
    </Row>
  );
}

/** Who is away, where several people may be; an installer's are all their own. */
const whoseWords = ({ person = '' }: Pick<Away, 'person'>, { people = [] }: VisitHours): string =>
  (people.length > 1 && whoChoices(people).find(({ value }) => value === person)?.label) || '';

const whoChoices = (people: NonNullable<VisitHours['people']>) => [
  { value: '', label: say('Everybody') },
  ...peopleOptions(people),
];

const kinds: readonly (readonly [AwayForm['kind'], string])[] = [
  ['days', say('Whole days')],
  ['hours', say('Some hours')],
];
const KIND =
  'flex min-h-11 flex-[1_1_8rem] cursor-pointer items-center gap-2.5 rounded-sm border border-edge px-3 text-sm/[1.6] font-label has-checked:border-lagoon has-checked:bg-lagoon-tint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-lagoon';
const times = clocks.map((value) => ({ value, label: clockWords(value) }));
const repeats: readonly { value: AwayForm['repeat']; label: string }[] = [
  { value: '', label: say('Never') },
  { value: 'weekly', label: say('Every week') },
  { value: 'yearly', label: say('Every year') },
];

export function AwayTime({ view }: { view: VisitHours }) {
  const { today, people = [] } = view;
  const { mine: form = emptyForm, problems = {}, theirs } = useStore(hours.$away) ?? {};
  const isPending = useStore(hours.$isPending);
  const { announcement, onSubmit } = useCheckedForm(
    () => void hours.block(),
    () => hours.$away.get()?.problems ?? {},
  );
  const field = (name: keyof AwayForm) => ({
    name: `away-${name}`,
    value: form[name],
    onValue: (value: string) => hours.setForm({ [name]: value }),
    problems: problems[name],
  });
  const isDays = form.kind === 'days';
  const isEdit = form.id !== '';
  return (
    <section className="panel @container" aria-labelledby={FORM_TITLE}>
      <h2 className="text-2xl focus:outline-none" id={FORM_TITLE} tabIndex={-1}>
        {isEdit ? say('Change a time') : say('Block a time')}
      </h2>
      <form className="form mt-4" noValidate onSubmit={onSubmit}>
        {people.length > 1 &&
          (isEdit ? (
            <p className="full font-label">{whoseWords(form, view)}</p>
          ) : (
            <SelectField label={say('Who is away')} {...field('person')} options={whoChoices(people)} full />
          ))}
        <fieldset className="full">
          <legend className="sr-only">{say('How long')}</legend>
          <div className="flex flex-wrap gap-3">
            {kinds.map(([kind, label]) => (
              <label key={kind} className={KIND}>
                <input
                  className="m-0 size-5.5 flex-none accent-lagoon"
                  type="radio"
                  name="away-kind"
                  checked={form.kind === kind}
                  onChange={() => hours.setForm({ kind })}
                />
                <span>{label}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <DateField label={isDays ? say('First day') : say('Day')} {...field('first')} min={today} full={!isDays} />
        {isDays ? (
          <DateField label={say('Last day')} {...field('last')} optional min={form.first || today} />
        ) : (
          <>
            <SelectField label={say('From')} {...field('from')} options={times} />
            <SelectField label={say('Until')} {...field('until')} options={times} />
          </>
        )}
        <SelectField
          label={say('Again')}
          {...field('repeat')}
          onValue={(value) => hours.setForm({ repeat: value as AwayForm['repeat'] })}
          options={repeats}
          full={form.repeat === ''}
        />
        {form.repeat !== '' && (
          <DateField label={say('For the last time')} {...field('repeatUntil')} optional min={form.first || today} />
        )}
        <TextField
          label={say('Note')}
          {...field('note')}
          optional
          full
          maxLength={MAX_AWAY_NOTE}
          enterKeyHint="go"
          help="away-note-help"
        />
        <p className="help full -mt-3" id="away-note-help">
          {view.people ? say('Visitors do not read it.') : say('Only you read it.')}
        </p>
        {theirs && (
          <ConflictChoice
            fields={[
              { field: 'note', label: say('Note'), theirs: String(theirs.fields['note'] ?? ''), mine: form.note },
            ]}
            onKeep={(_, isMine) => void hours.settleNote(isMine)}
          />
        )}
        <Button className="btn full" type="submit" isBusy={isPending}>
          <Icon name="calendar" />
          <span>{isEdit ? say('Save this time') : say('Block this time')}</span>
        </Button>
        {isEdit && (
          <Button className="btn btn-line full" onClick={hours.stopEditing}>
            {say('Leave it as it was')}
          </Button>
        )}
        {announcement}
      </form>
    </section>
  );
}
