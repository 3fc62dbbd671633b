import { type ChangeEvent, type ClipboardEvent, type ReactNode, type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { say } from '#browser/say';
import { offersTexts } from '#lib/offers-texts';
import { firstFocus } from './dialog.ts';
import { Icon } from './Icon.tsx';

export interface FieldProps {
  label: string;
  /** Unique on the page; ids are made of it. */
  name: string;
  value: string;
  onValue: (value: string) => void;
  /** The field's mistakes, as sentences. */
  problems?: readonly string[] | undefined;
  /** The field may stay empty. A string is the word for that in another language. */
  optional?: boolean | string;
  /** Screen readers say so. */
  required?: boolean;
  /** As wide as the form. */
  full?: boolean;
  /** The id of a help text elsewhere. */
  help?: string;
  disabled?: boolean;
  /** Takes focus when its dialog opens. */
  first?: boolean;
  /** Cleans up pasted text at once and typed text when focus leaves. */
  tidy?: (text: string) => string;
}

interface Control {
  id: string;
  name: string;
  className: string;
  value: string;
  disabled: boolean | undefined;
  'aria-invalid': true | undefined;
  'aria-required': boolean | undefined;
  'aria-describedby': string | undefined;
  onChange(event: ChangeEvent<{ value: string }>): void;
  onBlur(): void;
  onPaste(event: ClipboardEvent): void;
}

/** Label, control and messages. `children` draws the control. */
function Field({ children, ...field }: FieldProps & { children: (control: Control) => ReactNode }) {
  const { label, name, value, onValue, problems = [], optional, required, full, help, disabled, first, tidy } = field;
  const id = `field-${name}`;
  const problemsId = `${id}-problems`;
  const wrong = problems.length > 0;
  return (
    <div className={full ? 'field full' : 'field'}>
      {/* Another label is another element, also where the browser has translated this one. */}
      <label key={label} htmlFor={id}>
        {label}
        {optional && <span>{optional === true ? say('Optional') : optional}</span>}
      </label>
      {children({
        ...(first && firstFocus),
        id,
        name,
        className: 'input',
        value,
        disabled,
        'aria-invalid': wrong || undefined,
        'aria-required': required,
        'aria-describedby': [wrong && problemsId, help].filter(Boolean).join(' ') || undefined,
        onChange: (event) => onValue(event.target.value),
        onBlur() {
          const tidied = tidy?.(value) ?? value;
          if (tidied !== value) onValue(tidied);
        },
        onPaste(event) {
          const pasted = event.clipboardData.getData('text');
          const tidied = tidy?.(pasted) ?? pasted;
          if (tidied === pasted) return;
          event.preventDefault();
          onValue(tidied);
        },
      })}
      {wrong && (
        <div id={problemsId}>
          {problems.map((problem) => (
            <p className="error" key={problem}>
              <Icon name="circle-alert" />
              {problem}
            </p>
          ))}
        </div>
      )}
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  maxLength: number;
  autoComplete?: string;
  type?: 'text' | 'tel' | 'email' | 'password';
  inputMode?: 'numeric' | 'decimal';
  enterKeyHint?: 'next' | 'go';
}

export function TextField({
  maxLength,
  autoComplete = 'off',
  type = 'text',
  inputMode,
  enterKeyHint = 'next',
  ...field
}: TextFieldProps) {
  return (
    <Field {...field}>
      {(control) => <input {...control} {...{ type, maxLength, autoComplete, inputMode, enterKeyHint }} />}
    </Field>
  );
}

export function TextArea({
  maxLength,
  placeholder,
  ...field
}: FieldProps & { maxLength: number; placeholder?: string }) {
  return <Field {...field}>{(control) => <textarea {...control} rows={3} {...{ maxLength, placeholder }} />}</Field>;
}

/** The box to tick for texts, on a site that texts. Ticked, its value is not empty. */
export function TextsBox({ name, label, value, onValue, full, help, disabled }: FieldProps) {
  return offersTexts ? (
    <label className={full ? 'agree full' : 'agree'}>
      <input
        type="checkbox"
        name={name}
        checked={value !== ''}
        disabled={disabled}
        aria-describedby={help}
        onChange={({ target }) => onValue(target.checked ? 'true' : '')}
      />
      <span>{label}</span>
    </label>
  ) : null;
}

/** A day, `YYYY-MM-DD`, not before `min`. */
export function DateField({ min, ...field }: FieldProps & { min: string }) {
  return <Field {...field}>{(control) => <input {...control} type="date" min={min} />}</Field>;
}

/** A time of day, `HH:mm`. */
export function TimeField(field: FieldProps) {
  return <Field {...field}>{(control) => <input {...control} type="time" />}</Field>;
}

interface Choices {
  options: readonly { value: string; label: string }[];
}

/** Choices by their labels, or choices that are their own labels. */
export const optionsOf = (labels: Readonly<Record<string, string>> | readonly string[]): Choices['options'] =>
  Object.entries(labels).map(([value, label]) => ({ value: Array.isArray(labels) ? label : value, label }));

interface SelectFieldProps extends FieldProps, Choices {
  /** Shown while nothing is chosen. Without it something is always chosen. */
  prompt?: string;
}

/** A stored value that is no longer among the choices stays chosen, in its own words. */
export function SelectField({ prompt, options, ...field }: SelectFieldProps) {
  const { value } = field;
  const isKnown = value === '' || options.some((option) => option.value === value);
  return (
    <Field {...field}>
      {(control) => (
        <select {...control}>
          {prompt && <option value="">{prompt}</option>}
          <Options options={isKnown ? options : [{ value, label: value }, ...options]} />
        </select>
      )}
    </Field>
  );
}

/** In a list, for what it lacks. Nothing is called so: it is never sent. */
export const OTHER = 'other';

/**
 * For a `SelectField` with the choice `OTHER`, by which another text than the `known` ones is typed: whether it is, and what
 * differs of the list and of the text's field from `field`.
 */
export function useOther({ value, onValue }: Pick<FieldProps, 'value' | 'onValue'>, known: readonly string[]) {
  /** It stays while a known one is typed, and goes when another field fills in a known one. */
  const [typed, setTyped] = useState<string | null>(null);
  const isOther = value === typed || (value !== '' && !known.includes(value));
  const type = (text: string) => {
    setTyped(text);
    onValue(text);
  };
  const choose = (choice: string) => {
    setTyped(choice === OTHER ? '' : null);
    onValue(choice === OTHER ? '' : choice);
  };
  return {
    isOther,
    list: { onValue: choose, ...(isOther && { value: OTHER, problems: [] }) },
    text: { onValue: type },
  };
}

/** The choices in a `<select>`. */
export function Options({ options }: Choices) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

/**
 * On a send with mistakes, focuses the first wrong field. Draw `announcement`, an alert region: it does not change while
 * somebody types.
 */
export function useCheckedForm(submit: () => void, problems: () => Readonly<Record<string, readonly string[]>>) {
  const [announced, setAnnounced] = useState('');

  function onSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    flushSync(submit);
    setAnnounced(Object.values(problems()).flat().join('. '));
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  const announcement = (
    <p className="sr-only" role="alert">
      {announced}
    </p>
  );
  return { announcement, onSubmit };
}
