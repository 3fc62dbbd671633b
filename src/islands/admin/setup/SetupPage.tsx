import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { say } from '#browser/say';
import { FIRST_PERSON } from '#contracts/people';
import { type ContentDue, type Setup, SITE_MAKES, type SetupLine, type Trial } from '#contracts/setup';
import { zonedMomentWithin } from '#lib/time/zone';
import { ErrorBoundary } from '#islands/ui/ErrorBoundary.tsx';
import { SelectField, TextField, useCheckedForm } from '#islands/ui/Field.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { Button, keepFocus } from '../Button.tsx';
import { Checkbox } from '../Checkbox.tsx';
import { Loaded, Skeletons } from '../PageStates.tsx';
import { peopleOptions } from '../PeopleFilter.tsx';
import { enterable, setup } from './setup-store.ts';
import { type EnteredLine, lineWords, stateWords } from './setup-words.ts';

type Line = Setup['lines'][number];

/** All below the title of /admin/setup. The built page shows skeletons. */
export default function SetupPage() {
  const known = useStore(setup.$known, { ssr: 'initial' });
  useEffect(() => void setup.start(), []);
  return (
    <div className="mt-6" aria-busy={known.state === 'loading' || undefined}>
      <ErrorBoundary>
        <Loaded
          known={known}
          loading={loading}
          failed={say('What is set up could not be loaded.')}
          onRetry={setup.load}
        >
          {({ lines, due }) => (
            <ul className="grid max-w-text gap-4">
              {lines.map((line) => (
                <LinePanel key={line.name} line={line} google={lines.find(({ name }) => name === 'calendar')?.by} />
              ))}
              {due.length > 0 && <DuePanel due={due} />}
            </ul>
          )}
        </Loaded>
      </ErrorBoundary>
    </div>
  );
}

const loading = (
  <Skeletons count={4} className="grid max-w-text gap-4" label={say('Loading...')} item="panel grid gap-3">
    <div className="skeleton h-7 w-48 max-w-[60%]" />
    <div className="skeleton h-5 w-full" />
  </Skeletons>
);

/** `google`: who has set up the business's calendar there, in whose account others may have one too. */
function LinePanel({ line, google }: { line: Line; google: Line['by'] }) {
  const { name, state, by, shown, endsAt, isUnreadable, people } = line;
  const { title, what } = lineWords[name];
  const trial = useStore(setup.$trials)[name];
  const titleId = `setup-${name}`;
  return (
    <li className="panel min-w-0" aria-labelledby={titleId}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-xl tracking-title focus:outline-none" id={titleId} tabIndex={-1}>
          {title}
        </h2>
        <span className={state === 'ok' ? 'badge badge-on' : 'badge'}>{stateWords[state]}</span>
      </div>
      <p className="mt-1 text-sm text-soft">{what}</p>
      {people ? <OfPeople {...line} /> : shown && <p className="mt-2 text-sm wrap-anywhere">{shown}</p>}
      {by === 'host' && name !== 'site' && (
        <p className="mt-1 text-sm text-mute">{say('Set by variables where the site is hosted.')}</p>
      )}
      {isUnreadable && (
        <Notice className="mt-3">{say('What you had entered cannot be read any more. Please enter it again.')}</Notice>
      )}
      {endsAt && (
        <Notice className="mt-3">
          {say('Google ends this access {time}, since its app is in testing. Publish it, and connect again.', {
            time: zonedMomentWithin(endsAt),
          })}
        </Notice>
      )}
      <Actions
        name={name}
        isOn={by !== undefined}
        isOwners={by === 'owner' && !people}
        isOpenToEntry={by !== 'host' || people !== undefined}
        whose={people && <Whose line={line} google={google} />}
      />
      <div role="status">{trial && <TrialWords {...trial} />}</div>
    </li>
  );
}

/** Whose calendars are set up, each with the way to end it. */
function OfPeople({ people = [], ofPeople = [], shown, by }: Line) {
  const busy = useStore(setup.$busy);
  const own = shown ? [{ person: FIRST_PERSON, shown }] : [];
  const end = (person: string) => setup.forget('busy', person).then(() => keepFocus('setup-busy'));
  return (
    <ul className="mt-3 empty:hidden">
      {[...own, ...ofPeople].map(({ person, shown: words }) => {
        const name = people.find(({ id }) => id === person)?.name ?? person;
        return (
          <li key={person} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-hairline py-2">
            <div className="min-w-0 flex-1 basis-60 text-sm wrap-anywhere">
              <p className="font-label">{name}</p>
              <p className="text-soft">{words}</p>
            </div>
            {(person !== FIRST_PERSON || by === 'owner') && (
              <Button className={SMALL} of={`: ${name}`} isBusy={busy !== null} onClick={() => void end(person)}>
                {say('Disconnect')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** What of the texts waits for somebody. */
function DuePanel({ due }: { due: ContentDue }) {
  return (
    <li className="panel min-w-0" aria-labelledby="setup-texts">
      <h2 className="text-xl tracking-title" id="setup-texts">
        {say('Texts and pictures')}
      </h2>
      <p className="mt-1 text-sm text-soft">
        {say('What is still to be decided before the site goes live, or is out of date.')}
      </p>
      <ul className="mt-3 grid gap-2 text-sm" lang="en">
        {due.map(({ message, files }) => (
          <li key={message}>
            <p>{message}</p>
            <p className="wrap-anywhere text-mute">{files.join(', ')}</p>
          </li>
        ))}
      </ul>
    </li>
  );
}

function TrialWords({ isDone, words, secret }: Trial) {
  return (
    <Notice className="mt-3" icon={isDone ? 'check' : 'triangle-alert'}>
      <p className="wrap-anywhere">{words}</p>
      {secret && (
        <p className="mt-2 wrap-anywhere">
          <span>{say('The program checks our messages with this secret, which is shown this once:')}</span>{' '}
          <code className="select-all">{secret}</code>
        </p>
      )}
    </Notice>
  );
}

interface ActionsProps {
  readonly name: SetupLine;
  readonly isOn: boolean;
  readonly isOwners: boolean;
  readonly isOpenToEntry: boolean;
  /** The first fields of the form, where several people have calendars. */
  readonly whose: ReactNode;
}

const SMALL = 'btn btn-line btn-sm';

function Actions({ name, isOn, isOwners, isOpenToEntry, whose }: ActionsProps) {
  const { fields, tries, title } = lineWords[name];
  const open = useStore(setup.$open);
  const busy = useStore(setup.$busy);
  const of = `: ${title}`;
  if (name === 'site') return isOn ? null : <Steps name={name} />;
  if (open === name) return <EntryForm name={name} whose={whose} />;
  const line = name;
  return (
    <div className="btn-row mt-4 empty:hidden">
      {fields && isOpenToEntry && (
        <Button className={isOn ? SMALL : 'btn btn-sm'} of={of} onClick={() => openForm(line)}>
          {isOn ? say('Change') : say('Set up')}
        </Button>
      )}
      {isOn && tries && (name === 'texts' ? <TextMe words={tries} /> : <Try name={name} words={tries} of={of} />)}
      {isOwners && (
        <Button
          className={SMALL}
          of={of}
          isBusy={busy !== null}
          onClick={() => void setup.forget(name).then(() => keepFocus(`setup-${name}`))}
        >
          {say('Disconnect')}
        </Button>
      )}
    </div>
  );
}

/** The focus goes into the form, whose button was pressed. */
function openForm(name: EnteredLine): void {
  setup.open(name);
  const [first] = lineWords[name].fields ?? [];
  const isOfPeople = setup.$typed.get()['person'] !== undefined;
  keepFocus(`field-${name}-${isOfPeople ? 'person' : first?.name}`, `setup-${name}`);
}

function Try({ name, words, of }: { name: SetupLine; words: string; of: string }) {
  const busy = useStore(setup.$busy);
  return (
    <Button className={SMALL} of={of} isBusy={busy !== null} onClick={() => void setup.tryLine(name)}>
      {busy === name ? say('One moment...') : words}
    </Button>
  );
}

function TextMe({ words }: { words: string }) {
  const [number, setNumber] = useState('');
  const busy = useStore(setup.$busy);
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void setup.tryLine('texts', number);
      }}
    >
      <TextField
        label={say('Your mobile number')}
        name="try-texts"
        type="tel"
        maxLength={40}
        value={number}
        onValue={setNumber}
      />
      <Button className="btn btn-line btn-sm" type="submit" isBusy={busy !== null}>
        {busy === 'texts' ? say('One moment...') : words}
      </Button>
    </form>
  );
}

function Steps({ name }: { name: SetupLine }) {
  const { steps, link } = lineWords[name];
  return (
    <div className="mt-3 text-sm">
      <ol className="grid list-decimal gap-1 pl-5">
        {steps.map((step) => (
          <li key={step} className="wrap-anywhere">
            {step.replace('{origin}', location.origin)}
          </li>
        ))}
      </ol>
      {link && (
        <a className="mt-1 inline-flex min-h-11 items-center underline" href={link} target="_blank" rel="noreferrer">
          {new URL(link).host}
        </a>
      )}
    </div>
  );
}

/** Whose calendars are entered, and for others than the first person a calendar at Google. */
function Whose({ line, google }: { line: Line; google: Line['by'] }) {
  const { person = '', calendar = '' } = useStore(setup.$typed);
  const help = 'busy-calendar-help';
  const type = (value: string) => setup.type('calendar', value);
  const choose = (value: string) => {
    setup.type('person', value);
    type('');
  };
  return (
    <>
      <SelectField
        label={say('Whose calendars')}
        name="busy-person"
        value={person}
        onValue={choose}
        options={peopleOptions(enterable(line))}
      />
      {person !== FIRST_PERSON && google && (
        <div>
          {google === 'owner' ? (
            <Checkbox
              className="font-label"
              checked={calendar !== ''}
              aria-describedby={help}
              onChange={({ target }) => type(target.checked ? SITE_MAKES : '')}
            >
              {say('Make a calendar in the connected Google account')}
            </Checkbox>
          ) : (
            <TextField
              label={say('ID of a Google calendar')}
              name="busy-calendar"
              maxLength={300}
              optional
              value={calendar}
              onValue={type}
              help={help}
            />
          )}
          <p className="help mt-1" id={help}>
            {google === 'owner'
              ? say('The visits of this person become events there. Share it with them at Google.')
              : say(
                  'Google shows it under Settings and sharing, Integrate calendar. The visits of this person become events there, so the account that the site uses must be allowed to change them.',
                )}
          </p>
        </div>
      )}
    </>
  );
}

function EntryForm({ name, whose }: { name: EnteredLine; whose: ReactNode }) {
  const { fields = [], button } = lineWords[name];
  const typed = useStore(setup.$typed);
  const problems = useStore(setup.$problems);
  const isBusy = useStore(setup.$busy) !== null;
  // Another person may have a calendar at Google alone; what is left empty stays as it was.
  const isOptional = (typed['person'] ?? FIRST_PERSON) !== FIRST_PERSON;
  const close = () => {
    setup.open(null);
    keepFocus(`setup-${name}`);
  };
  const send = () => void setup.keep().then(() => keepFocus(`setup-${name}`));
  const { announcement, onSubmit } = useCheckedForm(send, () => setup.$problems.get());
  return (
    <form className="mt-3" noValidate onSubmit={onSubmit}>
      <Steps name={name} />
      <div className="mt-4 grid gap-4">
        {whose && <div className="grid gap-4">{whose}</div>}
        {fields.map(({ name: field, label, type }) => (
          <TextField
            key={field}
            label={label}
            name={`${name}-${field}`}
            type={type ?? 'text'}
            maxLength={1000}
            required={field !== 'busy' && !isOptional}
            optional={isOptional}
            value={typed[field] ?? ''}
            onValue={(value) => setup.type(field, value)}
            problems={problems[field]}
          />
        ))}
      </div>
      {announcement}
      <div className="btn-row mt-4">
        <Button className="btn btn-sm" type="submit" isBusy={isBusy}>
          <Icon name="check" />
          <span>{isBusy ? say('One moment...') : button}</span>
        </Button>
        <Button className="btn btn-line btn-sm" onClick={close}>
          {say('Cancel')}
        </Button>
      </div>
    </form>
  );
}
