import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { say } from '#browser/say';
import { zonedMomentWithin } from '#lib/time/zone';
import { Button } from './Button.tsx';

interface Conflicting {
  /** The name by which the store knows the field. */
  readonly field: string;
  readonly label: string;
  /** The present value, which another device has saved. */
  readonly theirs: ReactNode;
  /** The owner's value, which is not saved. */
  readonly mine: ReactNode;
}

interface ConflictChoiceProps {
  readonly fields: readonly Conflicting[];
  /** When the record was last saved, if that is known. */
  readonly at?: string | undefined;
  readonly onKeep: (field: string, isMine: boolean) => void;
}

/** Longer texts stand below each other where there is no room for two columns of words. */
const isLong = (value: ReactNode) => typeof value === 'string' && value.length > 40;
const LONG_SIDES = 'grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))]';

const focus = (element: HTMLElement | null) => element?.focus();

/** What has changed since the owner saw it: both values side by side, and a button under each to keep it. */
export function ConflictChoice({ fields, at, onKeep }: ConflictChoiceProps) {
  const id = useId();
  return (
    <section className="callout col-span-full block p-4" aria-labelledby={id}>
      {/* The button of a settled field is gone with it, and a new heading takes the focus. */}
      <p key={fields.length} ref={focus} className="font-label focus:outline-none" id={id} tabIndex={-1}>
        {say('Changed since you opened it')}
      </p>
      <p>
        {at && <span>{say('Last saved {time}. ', { time: zonedMomentWithin(at) })}</span>}
        <span>{say('Your change is not saved yet. Which one do you keep?')}</span>
      </p>
      {fields.map(({ field, label, theirs, mine }) => (
        <fieldset key={field} className="mt-3">
          <legend className="mb-1.5 p-0 font-label">{label}</legend>
          <div className={clsx('grid gap-2.5', [theirs, mine].some(isLong) ? LONG_SIDES : 'grid-cols-2')}>
            <Side name={say('Saved now')} button={say('Keep this')} label={label} onKeep={() => onKeep(field, false)}>
              {theirs}
            </Side>
            <Side name={say('Yours')} button={say('Keep mine')} label={label} onKeep={() => onKeep(field, true)}>
              {mine}
            </Side>
          </div>
        </fieldset>
      ))}
    </section>
  );
}

interface SideProps {
  readonly name: string;
  readonly button: string;
  readonly label: string;
  readonly children: ReactNode;
  readonly onKeep: () => void;
}

function Side({ name, button, label, children, onKeep }: SideProps) {
  return (
    <div className="flex min-w-0 flex-col justify-between rounded-sm bg-white p-2.5 text-ink">
      <div>
        <p className="text-2xs text-mute">{name}</p>
        <div className="max-h-48 overflow-y-auto wrap-anywhere whitespace-pre-line">
          {children || <span className="text-mute">{say('Empty')}</span>}
        </div>
      </div>
      <Button className="btn btn-line btn-sm w-full px-1" onClick={onKeep} of={` ${label}`}>
        {button}
      </Button>
    </div>
  );
}
