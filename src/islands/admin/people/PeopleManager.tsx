import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { fieldLimits, inputRoom } from '#contracts/consultation';
import { visitKindLabels } from '#contracts/owner-visit';
import { roleLabels } from '#contracts/people';
import type { People, ShownPerson } from '#contracts/people-calls';
import { say, sayCounted, sayLabels } from '#browser/say';
import { ErrorBoundary } from '#islands/ui/ErrorBoundary.tsx';
import { optionsOf, SelectField, TextField, useCheckedForm } from '#islands/ui/Field.tsx';
import { Icon, IconButton } from '#islands/ui/Icon.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { smsHref } from '#lib/contact';
import { labelOf } from '#lib/label';
import { zonedMomentWithin } from '#lib/time/zone';
import { Button } from '../Button.tsx';
import { Checkbox } from '../Checkbox.tsx';
import { ConflictChoice } from '../ConflictChoice.tsx';
import { CopyField } from '../CopyField.tsx';
import { Dialog, LOSES_TYPED, RemovalDialog } from '../Dialog.tsx';
import { WeekDays } from '../hours/WeekForm.tsx';
import { FactList, Loaded, Skeletons } from '../PageStates.tsx';
import { peopleOptions } from '../PeopleFilter.tsx';
import { PageToasts } from '../sign-in/Session.tsx';
import { ANYBODY, isOwner, people, type PersonFields } from './people-store.ts';

const languages = { en: 'English', es: 'Español' };
const [roles, kindNames] = [sayLabels(roleLabels), sayLabels(visitKindLabels)];

/** All below the title of /admin/people. The built page shows skeletons. */
export default function PeopleManager() {
  const known = useStore(people.$known, { ssr: 'initial' });
  useEffect(() => void people.start(), []);
  return (
    <div className="mt-6">
      <ErrorBoundary>
        <Loaded known={known} loading={loading} failed={say('The people could not be loaded.')} onRetry={people.load}>
          {(shown) => <Team {...shown} />}
        </Loaded>
        <Removal />
      </ErrorBoundary>
      <PageToasts />
    </div>
  );
}

const loading = <Skeletons count={2} className="grid max-w-text gap-6" item="skeleton h-48" />;

function Team({ people: team, invitation, ...business }: People) {
  const invited = team.find(({ id }) => id === invitation?.id);
  const hasConsultant = team.length === 0 || team.some(({ kinds }) => kinds.includes('consultation'));
  return (
    <div className="grid max-w-text grid-cols-1 gap-6">
      <p className="text-soft">
        {say(
          'Whoever works with you signs in on their own phone, and gets visits of their own. The office does all but people, connections and backups. An installer sees their own visits of today and the week.',
        )}
      </p>
      {invitation && invited && <Invitation key={invitation.link} {...invitation} person={invited} />}
      {!hasConsultant && (
        <Notice role="alert">{say('Nobody makes consultations, so visitors are offered no time.')}</Notice>
      )}
      {team.map((person) => (
        <Person key={person.id} {...person} />
      ))}
      <Button className="btn justify-self-start" onClick={({ currentTarget }) => people.open(null, currentTarget)}>
        <Icon name="plus" />
        {say('Add a person')}
      </Button>
      <PersonDialog isFirst={team.length === 0} {...business} />
    </div>
  );
}

/** The link of who has just been invited. No other answer has it. */
function Invitation({ link, isMailed, person }: NonNullable<People['invitation']> & { person: ShownPerson }) {
  const text = person.phone && smsHref(person.phone, link);
  const sent = isMailed ? say('It is on its way by mail as well.') : say('Please send it to them.');
  return (
    <section className="panel" aria-label={say('Invitation of {name}', person)} role="status">
      <CopyField
        id="invitation"
        label={say('The invitation of {name}. It works once, within 48 hours.', person)}
        value={link}
        about={sent}
      >
        {text && (
          <a className="btn btn-line btn-sm" href={text}>
            {say('Text it')}
          </a>
        )}
      </CopyField>
    </section>
  );
}

function Person(person: ShownPerson) {
  const { id, name, role, kinds, phone, email, weekly, visits, hasPasskey, invitedUntil, devices } = person;
  const busy = useStore(people.$busy);
  const invited = invitedUntil
    ? say('Invited, until {time}', { time: zonedMomentWithin(invitedUntil) })
    : say('Not yet: please invite again');
  const signIn = hasPasskey ? say('By passkey') : invited;
  const press = { className: 'btn btn-line btn-sm', isBusy: busy !== null, of: ` ${name}` };
  return (
    <section className="panel" aria-labelledby={`person-${id}`}>
      <h2 className="text-xl tracking-title wrap-anywhere" id={`person-${id}`}>
        {name}
      </h2>
      <FactList
        className="mt-3"
        facts={[
          [say('Role'), labelOf(roles, role)],
          [say('Visits'), kinds.map((kind) => labelOf(kindNames, kind)).join(', ') || say('None')],
          [say('To come'), sayCounted(visits, 'visit')],
          [say('Hours'), weekly && say('Own ones')],
          [say('Phone'), phone],
          [say('Email'), email],
          [say('Sign-in'), isOwner(person) ? undefined : signIn],
        ]}
      />
      {!isOwner(person) && devices.length > 0 && (
        <ul className="mt-4 divide-y divide-hairline border-t" aria-label={say('Devices of {name}', { name })}>
          {devices.map((device) => (
            <li key={device.id} className="flex items-center justify-between gap-4 py-2 text-sm">
              <span className="min-w-0 wrap-anywhere">
                {say('{name}, since {time}', { ...device, time: zonedMomentWithin(device.signedInAt) })}
              </span>
              <Button {...press} of={`: ${device.name}`} onClick={() => void people.signOut(person, device.id)}>
                {say('Sign out')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button {...press} onClick={({ currentTarget }) => people.open(person, currentTarget)}>
          {say('Change')}
        </Button>
        {!isOwner(person) && (
          <>
            <Button {...press} onClick={() => void people.invite(person)}>
              {say('Invite again')}
            </Button>
            <Button {...press} onClick={({ currentTarget }) => people.askRemoval(person, currentTarget)}>
              {say('Remove')}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

function PersonDialog({ isFirst, ...business }: Pick<People, 'weekly' | 'settings'> & { isFirst: boolean }) {
  const form = useStore(people.$form);
  const name = form?.seen.name;
  return (
    <Dialog
      aria-labelledby="person-title"
      opened={form}
      close={people.close}
      isBusy={form?.sending !== undefined}
      mayClose={() => !people.isChanged() || confirm(LOSES_TYPED)}
    >
      <div className="dialog-head">
        <h2 id="person-title">{name || say('Add a person')}</h2>
        <IconButton className="close" icon="x" label={say('Close')} onClick={people.close} />
      </div>
      <div className="body">{form && <PersonForm {...form} {...business} isFirst={isFirst} />}</div>
    </Dialog>
  );
}

type FormProps = NonNullable<ReturnType<typeof people.$form.get>> &
  Pick<People, 'weekly' | 'settings'> & { readonly isFirst: boolean };

function PersonForm({ id, mine, problems, sending, theirs, isFirst, weekly, settings }: FormProps) {
  const isSending = sending !== undefined;
  const { announcement, onSubmit } = useCheckedForm(
    () => void people.save(),
    () => people.$form.get()?.problems ?? {},
  );
  const field = (name: Exclude<keyof PersonFields, 'kinds' | 'weekly'>, label = fieldNames[name] ?? '') => ({
    ...{ name: `person-${name}`, label, value: mine[name], problems: problems[name] },
    onValue: (value: string) => people.type({ [name]: value }),
  });
  const press = id === null ? say('Add and invite') : say('Save');
  const limits = {
    name: inputRoom(fieldLimits.name),
    phone: inputRoom(fieldLimits.phone),
    email: inputRoom(fieldLimits.email),
  };
  const toggle = (kind: string) =>
    mine.kinds.includes(kind) ? mine.kinds.filter((one) => one !== kind) : [...mine.kinds, kind];
  return (
    <form className="form" noValidate onSubmit={onSubmit}>
      <TextField {...field('name')} required first full maxLength={limits.name} />
      {id === null && isFirst && (
        <TextField
          {...field('ownName', say('Your own name, as visitors read it'))}
          required
          full
          maxLength={limits.name}
        />
      )}
      {(id === null || !isOwner({ id })) && <SelectField {...field('role')} options={optionsOf(roles)} />}
      <SelectField {...field('language')} options={optionsOf(languages)} />
      <TextField {...field('phone')} optional type="tel" maxLength={limits.phone} />
      <TextField {...field('email')} optional type="email" maxLength={limits.email} />
      <fieldset className="full">
        <legend className="font-label">{fieldNames['kinds']}</legend>
        {Object.entries(kindNames).map(([kind, label]) => (
          <Checkbox
            key={kind}
            checked={mine.kinds.includes(kind)}
            onChange={() => people.type({ kinds: toggle(kind) })}
          >
            {label}
          </Checkbox>
        ))}
      </fieldset>
      <div className="full">
        <Checkbox checked={!mine.weekly} onChange={() => people.type({ weekly: mine.weekly ? undefined : weekly })}>
          {say('The business’s hours')}
        </Checkbox>
        {mine.weekly && <WeekDays week={mine.weekly} usual={weekly} settings={settings} set={people.setDays} />}
      </div>
      {theirs && (
        <ConflictChoice
          fields={Object.entries(theirs.fields).map(([field, present]) => ({
            field,
            label: fieldNames[field] ?? field,
            theirs: wordsOf(field, present),
            mine: wordsOf(field, mine[field as keyof PersonFields]),
          }))}
          onKeep={(field, isMine) => void people.settle(field, isMine)}
        />
      )}
      {announcement}
      <div className="dialog-foot full">
        <Button className="btn btn-line" isBusy={isSending} onClick={people.close}>
          {say('Cancel')}
        </Button>
        <Button className="btn" type="submit" isBusy={isSending}>
          {isSending ? say('Saving...') : press}
        </Button>
      </div>
    </form>
  );
}

const fieldNames: Readonly<Record<string, string>> = {
  name: say('Name, as visitors read who comes'),
  role: say('Role'),
  kinds: say('Makes'),
  phone: say('Phone'),
  email: say('Email'),
  language: say('Language'),
  weekly: say('Hours'),
};

/** The value of a field, also under other rules. */
function wordsOf(field: string, value: unknown): string {
  if (field === 'weekly') return value ? say('Own ones') : say('The business’s hours');
  const names = field === 'kinds' ? kindNames : { ...roles, ...languages };
  return [value ?? '']
    .flat()
    .map((one) => labelOf(names, String(one)))
    .join(', ');
}

function Removal() {
  const question = useStore(people.$removal);
  const known = useStore(people.$known);
  const { id, visits = 0, visitsTo = ANYBODY } = question ?? {};
  const others = known.state === 'ready' ? known.people.filter((person) => person.id !== id) : [];
  const getters = [{ value: ANYBODY, label: say('Whoever is free') }, ...peopleOptions(others)];
  return (
    <RemovalDialog
      question={question}
      fields={
        visits > 0 && (
          <SelectField
            label={say('Who makes their {visits} to come', { visits: sayCounted(visits, 'visit') })}
            name="visits-to"
            value={visitsTo}
            onValue={people.giveVisits}
            options={getters}
          />
        )
      }
      close={people.closeRemoval}
      title={say('Remove {name}?', { name: question?.name ?? '' })}
      keep={say('Keep')}
      press={say('Remove')}
      busyPress={say('Removing...')}
      confirm={people.remove}
    >
      {visits > 0
        ? say('They are signed out at once, on every device. Visitors who know their name are told who comes instead.')
        : say('They are signed out at once, on every device. Their past visits keep their name.')}
    </RemovalDialog>
  );
}
