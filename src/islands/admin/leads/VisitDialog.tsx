import { zonedToday } from '#lib/time/dates';
import { clsx } from 'clsx';
import { useStore } from '@nanostores/react';
import type { SubmitEvent } from 'react';
import type { Slot } from '#contracts/calendar';
import { MAX_VISIT_NOTE, visitKind } from '#contracts/owner-visit';
import { say } from '#browser/say';
import { closedBeside, firstFocus } from '#islands/ui/dialog.ts';
import { DateField, SelectField, TextArea, TimeField } from '#islands/ui/Field.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import type { ShownLead } from '#lead/answers';
import { CONSULTATION, type Visit } from '#lead/lead';
import { pastVisits, personOf, standingVisits } from '#lead/visits';
import { capitalized } from '#lib/label';
import { byZonedDay, zonedDayBriefly, zonedTime, zonedVisit, zoneNames } from '#lib/time/zone';
import { unbroken } from '#lib/unbroken';
import { Button, keepFocus } from '../Button.tsx';
import { Checkbox } from '../Checkbox.tsx';
import { Dialog } from '../Dialog.tsx';
import { Loaded, Skeletons } from '../PageStates.tsx';
import { peopleOptions } from '../PeopleFilter.tsx';
import { $connections, isMailOut, noWayWords } from '../connections.ts';
import { isSending } from './commands.ts';
import { leads, visitNoteKey } from './leads-store.ts';
import { StillComing, useTyped } from './ProgressFields.tsx';
import { makersIn, usualMinutes, type VisitQuestion, waysOf } from './visit.ts';
import { kindAndLength, kindOptions, lengthOptions, momentOf, overlapWords, timeOf, visitLabel } from './visit-time.ts';
import type { VisitTime } from './visit-time.ts';

const { $question, $given, ask, chooseOther, close, confirm, giveTo, loadTimes, setTime, setTells } = leads.visit;

const TITLE = 'coming-visits';

/** The visits to come, each with its buttons, and the button for another. */
export function ComingVisits({ lead, now }: { lead: ShownLead; now: Date }) {
  const coming = standingVisits(lead, now.getTime());
  const given = useStore($given);
  const button = (action: VisitQuestion['action'], text: string, visit: Visit | null = null) => (
    <Button
      className={visit ? 'link text-sm' : 'btn btn-line btn-sm mt-3'}
      onClick={({ currentTarget }) => ask({ action, lead, visit, opener: currentTarget })}
      of={visit ? ` ${visitLabel(visit, now)}` : undefined}
    >
      {text}
    </Button>
  );
  return (
    <section className="max-[52rem]:mt-5 min-[52rem]:mb-6" aria-labelledby={TITLE}>
      <h3 className="text-lg focus:outline-none" id={TITLE} tabIndex={-1}>
        {coming.length === 1 ? say('Visit to come') : say('Visits to come')}
      </h3>
      {coming.length === 0 && <p className="text-sm text-mute">{noneWords(lead, now)}</p>}
      <StillComing lead={lead} now={now} />
      <ul className="divide-y divide-hairline">
        {coming.map((visit) => (
          <li key={`${visit.start} ${visit.kind}`} className="flex flex-wrap items-center gap-x-3 py-1.5 text-sm">
            <p className="flex-1 basis-auto">
              <time className="block font-label whitespace-nowrap tabular-nums" dateTime={visit.start}>
                {unbroken(`${capitalized(zonedVisit(timeOf(visit).start, now))} ${zoneNames.short}`)}
              </time>
              <span className="text-mute">{kindAndLength(visit)}</span>
            </p>
            <div className="flex flex-wrap gap-x-4">
              {button('change', say('Change'), visit)}
              {othersFor(visit, lead).map((person) => (
                <Button
                  key={person.id}
                  className="link text-sm"
                  isBusy={given !== null}
                  onClick={({ currentTarget }) => {
                    void giveTo(person, { lead, visit, opener: currentTarget }).then(() => keepFocus(TITLE));
                  }}
                  of={`: ${visitLabel(visit, now)}`}
                >
                  {say('Give to {name}', person)}
                </Button>
              ))}
              {button('cancel', say('Cancel'), visit)}
            </div>
            <VisitNote lead={lead} visit={visit} now={now} />
          </li>
        ))}
      </ul>
      {button('book', titleOf('book', lead, now))}
    </section>
  );
}

/** Who else makes such visits. */
const othersFor = (visit: Visit, { team = [] }: ShownLead) =>
  team.filter(({ id, kinds }) => kinds.includes(visit.kind ?? CONSULTATION) && id !== personOf(visit));

/** The owner's own note about a visit to come, changed in its place. The visitor never sees it. */
function VisitNote({ lead, visit, now }: { lead: ShownLead; visit: Visit; now: Date }) {
  const { note = '', id } = visit;
  const key = visitNoteKey(visit);
  const typed = useTyped(leads, key, visit);
  const press = useStore(leads.$presses)[key];
  const name = `visit-note-${id}`;
  const after = () => keepFocus(`${name}-open`);
  const isOpen = typed.form !== '';
  return (
    <div className="basis-full">
      {note && !isOpen && <p className="wrap-anywhere whitespace-pre-line">{note}</p>}
      <Button
        id={`${name}-open`}
        className="link text-sm"
        aria-expanded={isOpen}
        onClick={() => typed.toggle('note')}
        of={say(' of {visit}', { visit: visitLabel(visit, now) })}
      >
        {note ? say('Change the note') : say('Add a note')}
      </Button>
      {isOpen && (
        <form
          className="mt-2 grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void leads.noteVisit(lead, visit).then(after);
          }}
        >
          <TextArea
            label={say('Note for this visit')}
            name={name}
            maxLength={MAX_VISIT_NOTE}
            optional
            {...typed.field('note', note)}
          />
          <Button className="btn btn-sm justify-self-start" type="submit" isBusy={isSending(press)}>
            {say('Save')}
          </Button>
        </form>
      )}
    </div>
  );
}

/** A lead may be booked in the calendar alone. */
const noneWords = (lead: ShownLead, now: Date) =>
  lead.status === 'booked' && pastVisits(lead, now.getTime()).length === 0
    ? say('Not one of the website’s own: see the calendar.')
    : say('No visit is booked.');

const titleOf = (action: VisitQuestion['action'], lead: ShownLead, now: Date) =>
  action === 'book' && [standingVisits, pastVisits].some((visitsOf) => visitsOf(lead, now.getTime()).length > 0)
    ? say('Book another visit')
    : titles[action];

const titles = { book: say('Book a visit'), change: say('Change the visit'), cancel: say('Cancel the visit') };
const anyway = { book: say('Book it anyway'), change: say('Change it anyway'), cancel: '' };
const presses = { ...titles, book: say('Book the visit') };

export function VisitDialog() {
  const question = useStore($question);
  return (
    <Dialog
      className="max-w-120"
      aria-labelledby="visit-title"
      opened={question}
      // Focuses the times once they are loaded.
      content={question && `${question.action} ${question.isOther ? 'other' : question.times.state}`}
      close={close}
      isBusy={question?.isSaving ?? false}
      {...closedBeside}
    >
      {question && <Question question={question} />}
    </Dialog>
  );
}

/** The button that opened the dialog may be gone with its visit. */
async function save(event: SubmitEvent): Promise<void> {
  event.preventDefault();
  await confirm();
  keepFocus(TITLE);
}

function Question({ question }: { question: VisitQuestion }) {
  const { action, lead, visit, isOther, overlaps, isSaving, problem } = question;
  const { name } = lead.request;
  return (
    <>
      <div className="dialog-head">
        <h2 className="pr-0 tracking-title" id="visit-title">
          {titleOf(action, lead, new Date())}
        </h2>
        <p className="wrap-anywhere">{visit ? `${name}: ${visitLabel(visit, new Date())}` : name}</p>
      </div>
      <form className="body" onSubmit={(event) => void save(event)}>
        <div className="grid gap-4">
          {action !== 'cancel' && (
            <>
              <div className="grid grid-cols-2 gap-4 *:min-w-0">
                {isOther ? (
                  <AnyTime question={question} />
                ) : (
                  <Loaded
                    isPart
                    known={question.times}
                    loading={
                      <Skeletons
                        count={1}
                        className="col-span-2"
                        label={say('Loading the times')}
                        item="skeleton h-20"
                      />
                    }
                    failed={say('The times could not be loaded.')}
                    onRetry={loadTimes}
                  >
                    {({ slots }) => <OpenTimes slots={slots} time={question.time} />}
                  </Loaded>
                )}
                <LengthAndKind question={question} />
              </div>
              <Button className="link w-fit text-sm" onClick={() => chooseOther(!isOther)}>
                {isOther ? say('Choose from the open times') : say('Another time')}
              </Button>
            </>
          )}
          <Warning overlaps={overlaps} />
          <Telling question={question} />
          <div role="alert">{problem && <p className="callout callout-brick">{problem}</p>}</div>
        </div>
        <div className="dialog-foot">
          <Button
            className="btn btn-line"
            isBusy={isSaving}
            onClick={() => isSaving || close()}
            {...(action === 'cancel' && firstFocus)}
          >
            {say('Back')}
          </Button>
          <Button className={clsx('btn', action === 'cancel' && 'btn-danger')} type="submit" isBusy={isSaving}>
            {isSaving ? say('Saving...') : (overlaps.length > 0 ? anyway : presses)[action]}
          </Button>
        </div>
      </form>
    </>
  );
}

const TIME = say('Time ({zone})', { zone: zoneNames.adjective });

/** Two lists of open days and times, which a thumb can turn. */
function OpenTimes({ slots, time }: { slots: readonly Slot[]; time: VisitTime }) {
  const days = byZonedDay(slots);
  const open = days.find(({ date }) => date === time.date)?.slots ?? [];
  const chooseDay = (date: string) => {
    const [first] = days.find((one) => one.date === date)?.slots ?? [];
    setTime(first ? momentOf(first.start) : { date: '', time: '' });
  };
  if (days.length === 0)
    return <p className="callout callout-plain col-span-2">{say('No times are open at the moment.')}</p>;
  return (
    <>
      <SelectField
        label={say('Day')}
        name="visit-day"
        value={time.date}
        onValue={chooseDay}
        prompt={say('Choose a day')}
        options={days.map(({ date, slots }) => ({
          value: date,
          label: capitalized(zonedDayBriefly(slots[0]?.start ?? date)),
        }))}
        first
      />
      <SelectField
        label={TIME}
        name="visit-time"
        value={time.time}
        onValue={(clock) => setTime({ time: clock })}
        disabled={open.length === 0}
        options={open.map(({ start }) => ({ value: momentOf(start).time, label: zonedTime(start) }))}
      />
    </>
  );
}

function AnyTime({ question: { time } }: { question: VisitQuestion }) {
  return (
    <>
      <DateField
        label={say('Day')}
        name="visit-day"
        value={time.date}
        onValue={(date) => setTime({ date })}
        min={zonedToday(new Date())}
        first
      />
      <TimeField label={TIME} name="visit-time" value={time.time} onValue={(clock) => setTime({ time: clock })} />
    </>
  );
}

function LengthAndKind({ question }: { question: VisitQuestion }) {
  const { visit, time } = question;
  const visitMinutes = usualMinutes(question);
  const length = Number(time.minutes) || visitMinutes;
  const isUnknown = !visit && visitMinutes === null;
  return (
    <>
      <SelectField
        label={say('Length')}
        name="visit-length"
        value={String(length ?? '')}
        {...(isUnknown && { prompt: say('As usual') })}
        onValue={(minutes) => setTime({ minutes })}
        options={lengthOptions(length)}
      />
      <SelectField
        label={say('Kind')}
        name="visit-kind"
        value={time.kind}
        onValue={(kind) => setTime({ kind: visitKind.safeParse(kind).data ?? time.kind })}
        options={kindOptions}
      />
      <WhoComes question={question} />
    </>
  );
}

/** If several people work here. A visit that changes says who makes it, even if that is no choice any more. */
function WhoComes({ question }: { question: VisitQuestion }) {
  const { visit, time } = question;
  const makers = makersIn(question);
  if (makers.length === 0) return null;
  const person = time.person || (visit && personOf(visit)) || '';
  const isOther = visit !== null && !makers.some(({ id }) => id === person);
  const present = isOther ? [{ value: person, label: visit.who ?? say('Somebody else') }] : [];
  return (
    <div className="col-span-2">
      <SelectField
        label={say('Who comes')}
        name="visit-person"
        value={person}
        {...(!visit && { prompt: say('Whoever is free') })}
        onValue={(id) => setTime({ person: id })}
        options={[...present, ...peopleOptions(makers)]}
      />
    </div>
  );
}

/** What the chosen time overlaps. The next press does it anyway. */
function Warning({ overlaps }: Pick<VisitQuestion, 'overlaps'>) {
  const now = new Date();
  return (
    <div role="alert">
      {overlaps.length > 0 && (
        <Notice>
          <p className="font-label">{say('That time is not free.')}</p>
          <ul>
            {overlaps.map((overlap) => (
              <li className="wrap-anywhere" key={JSON.stringify(overlap)}>
                {overlapWords(overlap, now)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

/** Whether the site tells the visitor. Without working mail, what is to be told by mail waits. */
function Telling({ question }: { question: VisitQuestion }) {
  const { email, phone } = question.lead.request;
  const ways = waysOf(question);
  const isMailLost = isMailOut(useStore($connections));
  const isOut = isMailLost && ways.some(({ way }) => way === 'mail');
  if (ways.length === 0) {
    const why = noWayWords(question.lead);
    return <p className="callout callout-plain">{say('{why}, so please tell them yourself.', { why })}</p>;
  }
  const byWay = ({ way }: (typeof ways)[number]) =>
    way === 'mail'
      ? say('{address} by mail', { address: email ?? '' })
      : say('{number} by text', { number: phone ?? '' });
  const whom = ways.map(byWay).join(say(' and '));
  return (
    <div>
      <Checkbox checked={question.tells} onChange={({ target }) => setTells(target.checked)}>
        {isOut ? say('Tell {whom} once mail works', { whom }) : say('Tell {whom}', { whom })}
      </Checkbox>
      {isOut && (
        <p className="callout callout-plain mt-1">
          {say('Visitors get no mail at the moment, so please tell them yourself too.')}
        </p>
      )}
    </div>
  );
}
