import { useStore } from '@nanostores/react';
import type { ComponentProps } from 'react';
import { flushSync } from 'react-dom';
import { fieldLimits, inputRoom } from '#contracts/consultation';
import type { CorrectedField } from '#contracts/lead-request';
import { say, sayLabels } from '#browser/say';
import {
  DateField,
  type FieldProps,
  optionsOf,
  OTHER,
  SelectField,
  TextArea,
  TextField,
  TextsBox,
  useCheckedForm,
  useOther,
} from '#islands/ui/Field.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import type { ShownLead } from '#lead/answers';
import { correctedFields, type FieldInput, fields, wordsOf } from '#lead/request-fields';
import { capitalized } from '#lib/label';
import { zonedToday } from '#lib/time/dates';
import { Button } from '../Button.tsx';
import { ConflictChoice } from '../ConflictChoice.tsx';
import { isSending, type Press } from './commands.ts';
import { leads, showInstead } from './leads-store.ts';
import { namesOf } from './leads-words.ts';
import { type RequestField, requestKey } from './requests.ts';

const { $problems, editOf, open, close, save, settle, type } = leads.requests;

/** The fields, the sending and the failure of a form; `null`: of a new lead's. */
function useRequestForm(lead: ShownLead | null, onSaved: (lead?: ShownLead) => void) {
  const key = requestKey(lead);
  useStore(leads.$typed);
  const { mine } = editOf(lead);
  const problems = useStore($problems)[key] ?? {};
  const press = useStore(leads.$presses)[key];
  const { announcement, onSubmit } = useCheckedForm(
    () => void save(lead).then(onSaved),
    () => $problems.get()[key] ?? {},
  );
  const field = (name: RequestField, label: string) => ({
    name: `${lead ? 'correct' : 'lead'}-${name}`,
    label,
    value: mine[name],
    onValue: (text: string) => type(lead, name, text),
    problems: problems[name],
  });
  const inputOf = (name: CorrectedField) => {
    const { label, asked = label } = fields[name];
    return field(name, say(lead ? label : asked));
  };
  return { mine, press, field, inputOf, announcement, onSubmit, isSaving: isSending(press) };
}

/** What the owner may enter of a visitor's request. */
function RequestInputs({ inputOf }: { inputOf: (name: CorrectedField) => FieldProps }) {
  return correctedFields.map((name) => <RequestInput key={name} {...fields[name].input} {...inputOf(name)} />);
}

function RequestInput({ choices, names, prompt, limit, ...field }: Omit<FieldInput, 'optional'> & FieldProps) {
  const options = choices ? optionsOf(sayLabels(choices)) : names && namesOf(names);
  // In a Spanish sentence a language has a small letter.
  const shown = options?.map(({ value, label }) => ({ value, label: capitalized(label) }));
  const list = shown && { ...field, ...(prompt && { prompt: say(prompt) }), options: shown };
  if (list) return limit ? <OpenList {...list} maxLength={inputRoom(limit)} /> : <SelectField {...list} />;
  return limit ? <TextField {...field} maxLength={inputRoom(limit)} /> : <TextsBox {...field} />;
}

/** A list of cities, and the field of a town that it lacks. */
function OpenList({ options, maxLength, ...field }: ComponentProps<typeof SelectField> & { maxLength: number }) {
  const known = options.map(({ value }) => value);
  const { isOther, list, text } = useOther(field, known);
  const all = [...options, { value: OTHER, label: say('Another city') }];
  return (
    <>
      <SelectField {...field} {...list} options={all} />
      {isOther && (
        <TextField {...field} {...text} full name={`${field.name}-name`} label={say('Town')} maxLength={maxLength} />
      )}
    </>
  );
}

/** `sentence`: where no answer came. */
function Failure({ press, sentence }: { press: Press | undefined; sentence: string }) {
  if (!press?.failed) return null;
  return (
    <p className="callout callout-brick full" role="alert">
      {press.failed.serverMessage ?? sentence}
    </p>
  );
}

/** A lead by phone: a visitor's own fields and rules. */
export function NewLeadForm({ titleId }: { titleId: string }) {
  const { press, field, inputOf, announcement, onSubmit, isSaving } = useRequestForm(
    null,
    (lead) => lead && showInstead(lead.id),
  );
  return (
    <div className="@container">
      <h2 className="text-2xl focus:outline-none" id={titleId} tabIndex={-1}>
        {say('Add a lead')}
      </h2>
      <p className="mt-1 mb-5 text-sm text-mute">
        {say(
          'For somebody who has called. A name and a phone number or an email are enough. You can book the visit after that.',
        )}
      </p>
      <form className="form" noValidate onSubmit={onSubmit}>
        <RequestInputs inputOf={inputOf} />
        <TextArea
          optional
          full
          maxLength={inputRoom(fieldLimits.message)}
          {...field('message', say('What they asked for'))}
        />
        <DateField optional full min={zonedToday(new Date())} {...field('followUp', say('Call again on'))} />
        {announcement}
        <Failure
          press={press}
          sentence={say('The lead could not be kept. Please try again: your text is still here.')}
        />
        <div className="page-action full">
          <Button className="btn" type="submit" isBusy={isSaving}>
            {isSaving ? say('Saving...') : say('Add the lead')}
          </Button>
        </div>
      </form>
    </div>
  );
}

const BUTTON = 'lead-correct';
const focus = (id: string) => document.getElementById(id)?.focus();

/** Below the facts. */
export function CorrectButton({ lead }: { lead: ShownLead }) {
  const correct = () => {
    flushSync(() => open(lead));
    focus('field-correct-name');
  };
  return (
    <Button className="link mt-2 text-sm" id={BUTTON} onClick={correct}>
      <Icon name="pencil" />
      {say('Correct')}
      <span className="sr-only">{say(' the details')}</span>
    </Button>
  );
}

/** The lead's fields, in place of its facts. A visitor's own rules hold; what is not known stays empty. */
export function CorrectionForm({ lead }: { lead: ShownLead }) {
  /** Focus returns to the button once the fields are gone. */
  const after = () => leads.$typed.get()[requestKey(lead)] ?? requestAnimationFrame(() => focus(BUTTON));
  const { mine, press, inputOf, announcement, onSubmit, isSaving } = useRequestForm(lead, after);
  const cancel = () => {
    close(lead);
    after();
  };
  return (
    <div className="@container mb-7 max-[51.99rem]:mt-5">
      <form className="form" noValidate aria-label={say('Correct the details')} onSubmit={onSubmit}>
        <RequestInputs inputOf={inputOf} />
        {announcement}
        <Failure
          press={press}
          sentence={say('The correction could not be saved. Please try again: your text is still here.')}
        />
        {press?.theirs && (
          <ConflictChoice
            at={press.theirs.at}
            fields={Object.entries(press.theirs.fields).map(([name, theirs]) => {
              const known = name as CorrectedField;
              const words = (value: unknown) => wordsOf(known, { [known]: value }, say);
              return { field: name, label: say(fields[known].label), theirs: words(theirs), mine: words(mine[known]) };
            })}
            onKeep={(name, isMine) => void settle(lead, name as CorrectedField, isMine).then(after)}
          />
        )}
        <div className="btn-row full">
          <Button className="btn btn-sm" type="submit" isBusy={isSaving}>
            {isSaving ? say('Saving...') : say('Save')}
          </Button>
          <Button className="btn btn-line btn-sm" onClick={cancel}>
            {say('Cancel')}
          </Button>
        </div>
      </form>
    </div>
  );
}
