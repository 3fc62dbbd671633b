import { useStore } from '@nanostores/react';
import type { SubmitEvent } from 'react';
import { say } from '#browser/say';
import {
  type DayHours,
  EARLIEST,
  KeptDay,
  LATEST,
  MAX_STRETCHES,
  type Stretch,
  type VisitHours,
  type VisitSettings,
} from '#contracts/hours';
import { Options, SelectField } from '#islands/ui/Field.tsx';
import { Icon, IconButton } from '#islands/ui/Icon.tsx';
import { isSame } from '#lib/is-same';
import { clockWords } from '#lib/time/open-days';
import { Button } from '../Button.tsx';
import { Checkbox } from '../Checkbox.tsx';
import { ConflictChoice } from '../ConflictChoice.tsx';
import { hours } from './hours-store.ts';
import {
  clocks,
  earlierOf,
  hoursWords,
  later,
  laterOf,
  settingFields,
  settingsWords,
  visitsWords,
  weekdayNames,
} from './hours-words.ts';

/** Monday first. */
const order = [1, 2, 3, 4, 5, 6, 0];

export function WeekForm({ view }: { view: VisitHours }) {
  const edit = useStore(hours.$week);
  const isPending = useStore(hours.$isPending);
  const { weekly, settings } = edit?.mine ?? view;
  const canSave = edit !== null || view.isDamaged;
  const isUsual = isSame([weekly, settings], [view.usual, view.usualSettings]);
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (canSave) void hours.saveWeek();
  };
  return (
    <section className="panel" aria-labelledby="week-title">
      <h2 className="text-2xl" id="week-title">
        {say('Visiting hours')}
      </h2>
      <p className="mt-1 text-sm text-mute">
        {say('The first visit of a row begins at its first time, and the last one ends by its second.')}
      </p>
      {view.isDamaged && (
        <p className="callout callout-brick mt-4" role="alert">
          <Icon name="circle-alert" />
          {say(
            'The hours that were stored cannot be read, so no time is offered at the moment. Please check these and save them.',
          )}
        </p>
      )}
      {edit?.theirs && (
        <div className="mt-4">
          <ConflictChoice
            fields={Object.entries(edit.theirs.fields).map(([field, present]) => ({
              field,
              ...sides(field, present, { weekly, settings }),
            }))}
            onKeep={(field, isMine) => void hours.settle(field, isMine)}
          />
        </div>
      )}
      <form className="mt-3" onSubmit={save}>
        <WeekDays week={weekly} usual={view.usual} settings={settings} set={hours.setDays} />
        <Settings settings={settings} />
        <div className="btn-row mt-5">
          <Button className="btn flex-[1_1_13rem]" type="submit" disabled={!canSave} isBusy={isPending}>
            {say('Save visiting hours')}
          </Button>
          {!isUsual && (
            <Button className="btn btn-line flex-[1_1_13rem]" onClick={hours.fillInUsual}>
              {say('Fill in the usual hours')}
            </Button>
          )}
        </div>
        <p className="help mt-3" role="status">
          {canSave ? say('Not saved yet.') : say('Saved. Visitors are offered these times.')}
        </p>
      </form>
    </section>
  );
}

/** A conflict's label and values: of a weekday or of a setting. */
function sides(field: string, present: unknown, { weekly, settings }: Pick<VisitHours, 'weekly' | 'settings'>) {
  const setting = settingFields.find(([name]) => name === field);
  if (setting) {
    const [name, label, words] = setting;
    return { label, theirs: words(Number(present)), mine: words(settings[name]) };
  }
  const weekday = Number(field);
  return {
    label: weekdayNames[weekday] ?? '',
    theirs: hoursWords(KeptDay.safeParse(present).data ?? []),
    mine: hoursWords(weekly[weekday] ?? []),
  };
}

interface WeekProps {
  week: readonly DayHours[];
  usual: readonly DayHours[];
  settings: VisitSettings;
  set: (weekdays: readonly number[], day: DayHours) => void;
}

/** The hours of the business's week, or of somebody's own. */
export function WeekDays(week: WeekProps) {
  return order.map((weekday) => <Day key={weekday} weekday={weekday} {...week} />);
}

const WORKDAYS = [1, 2, 3, 4, 5];

function Day({ weekday, week, usual, settings, set: setDays }: WeekProps & { weekday: number }) {
  const name = weekdayNames[weekday] ?? '';
  const day = week[weekday] ?? [];
  const isOpen = day.length > 0;
  const fresh = [usual[weekday], ...usual].find((one) => one && one.length > 0) ?? [];
  const more = withMore(day);
  const isCopied = WORKDAYS.every((other) => isSame(week[other], day));
  const set = (next: DayHours) => setDays([weekday], next);
  return (
    <fieldset className="flex min-w-0 flex-wrap items-start gap-x-4 border-t border-hairline py-2">
      <legend className="sr-only">{`${name}, ${hoursWords(day)}`}</legend>
      <Checkbox
        className="flex-[0_0_8.5rem] cursor-pointer font-label"
        checked={isOpen}
        onChange={({ target }) => set(target.checked ? fresh : [])}
      >
        {name}
      </Checkbox>
      {isOpen ? (
        <div className="grid min-w-0 flex-1 basis-64 grid-cols-1 gap-1.5">
          {day.map((stretch, index) => (
            <StretchRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the day.
              key={index}
              name={index === 0 ? name : say('{day}, hours {number}', { day: name, number: index + 1 })}
              stretch={stretch}
              before={day[index - 1]}
              after={day[index + 1]}
              onChange={(next) => set(day.with(index, next))}
              onRemove={day.length > 1 ? () => set(day.toSpliced(index, 1)) : undefined}
            />
          ))}
          <div className="flex flex-wrap items-center gap-x-4 text-sm">
            <p className="flex-1 basis-40 text-mute tabular-nums">{visitsWords(day, settings)}</p>
            {weekday === 1 && !isCopied && (
              <Button className="link gap-0 text-sm" of={` ${name}`} onClick={() => setDays(WORKDAYS, day)}>
                {say('Copy to Mon-Fri')}
              </Button>
            )}
            {more && (
              <Button className="link gap-0 text-sm" of={` ${name}`} onClick={() => set(more.day)}>
                {more.isBreak ? say('Add a break') : say('Add hours')}
              </Button>
            )}
          </div>
        </div>
      ) : (
        <p className="flex min-h-11 flex-1 items-center text-sm text-mute">{say('No visits')}</p>
      )}
    </fieldset>
  );
}

const [NOON, ONE] = ['12:00', '13:00'] as const;

/** The day with a lunch break, or with hours after its last ones. `null` if it has no room. */
function withMore(day: DayHours): { readonly day: DayHours; readonly isBreak: boolean } | null {
  if (day.length >= MAX_STRETCHES) return null;
  const at = day.findIndex(({ from, until }) => from < NOON && until > ONE);
  const long = day[at];
  if (long) {
    const parts = [
      { from: long.from, until: NOON },
      { from: ONE, until: long.until },
    ];
    return { day: day.toSpliced(at, 1, ...parts), isBreak: true };
  }
  const end = day.at(-1)?.until ?? LATEST;
  if (end > later(LATEST, -120)) return null;
  const from = later(end, 60);
  return { day: [...day, { from, until: earlierOf(later(from, 120), LATEST) }], isBreak: false };
}

interface StretchRowProps {
  name: string;
  stretch: Stretch;
  before: Stretch | undefined;
  after: Stretch | undefined;
  onChange: (stretch: Stretch) => void;
  onRemove: (() => void) | undefined;
}

/** Two of them and a button fit in a row of a phone. */
const SELECT =
  'input min-h-11 w-auto min-w-0 flex-1 basis-28 bg-[position:right_0.375rem_center] py-1.5 pr-6 pl-2 text-[1rem]';

/** Offers only times that leave the stretches of a day in order. */
function StretchRow({ name, stretch: { from, until }, before, after, onChange, onRemove }: StretchRowProps) {
  const [least, most] = [before ? later(before.until, 15) : EARLIEST, after ? later(after.from, -15) : LATEST];
  const options = clocks.filter((clock) => clock >= least && clock <= most);
  const choices = (some: readonly string[], value: string) =>
    (some.includes(value) ? some : [value, ...some]).map((clock) => ({ value: clock, label: clockWords(clock) }));
  return (
    <div className="flex items-center gap-1">
      <select
        className={SELECT}
        aria-label={say('{day}, from', { day: name })}
        value={from}
        onChange={({ target: { value } }) => onChange({ from: value, until: laterOf(later(value, 15), until) })}
      >
        <Options options={choices(options.slice(0, -1), from)} />
      </select>
      <span className="text-sm text-mute">{say('to')}</span>
      <select
        className={SELECT}
        aria-label={say('{day}, until', { day: name })}
        value={until}
        onChange={({ target: { value } }) => onChange({ from: earlierOf(later(value, -15), from), until: value })}
      >
        <Options options={choices(options.slice(1), until)} />
      </select>
      {onRemove && (
        <IconButton
          icon="x"
          className="-mr-2 flex-none"
          label={say('Remove: {day}', { day: name })}
          onClick={onRemove}
        />
      )}
    </div>
  );
}

function Settings({ settings }: { settings: VisitSettings }) {
  return (
    <details className="border-t border-hairline py-2">
      <summary className="cursor-pointer py-2.5 text-sm/[1.6]">
        <span className="font-label">{say('Visits:')}</span> <span>{settingsWords(settings)}</span>
      </summary>
      <div className="@container">
        <div className="form mt-2">
          {settingFields.map(([name, label, words, values]) => (
            <SelectField
              key={name}
              label={label}
              name={`hours-${name}`}
              value={String(settings[name])}
              onValue={(value) => hours.setSetting(name, Number(value))}
              options={[...new Set([...values, settings[name]])]
                .toSorted((one, other) => one - other)
                .map((value) => ({ value: String(value), label: words(value) }))}
            />
          ))}
        </div>
        <p className="help mt-3">
          {say(
            'New visits follow at once; a booked visit keeps its length. Sentences of the website, such as “60 minutes”, do not change by themselves.',
          )}
        </p>
      </div>
    </details>
  );
}
