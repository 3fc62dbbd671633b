import { type ReactNode, useRef } from 'react';
import { say } from '#browser/say';
import { Icon } from '#islands/ui/Icon.tsx';
import { showSuccess } from '#islands/ui/Toasts.tsx';
import { Button } from './Button.tsx';

/** An address to copy. `about` stands below it, `children` are further buttons. */
export function CopyField(field: { id: string; label: string; value: string; about?: string; children?: ReactNode }) {
  const { id, label, value, about, children } = field;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <label className="text-sm text-soft" htmlFor={id}>
        {label}
      </label>
      <input
        ref={input}
        className="input mt-2 text-sm"
        id={id}
        readOnly
        value={value}
        spellCheck={false}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {about && <p className="mt-1.5 text-sm text-mute">{about}</p>}
      <div className="mt-4 grid grid-cols-2 gap-3 sm:flex">
        <Button className="btn btn-sm" onClick={() => void copy(value, input.current)}>
          <Icon name="copy" />
          {say('Copy')}
        </Button>
        {children}
      </div>
    </>
  );
}

async function copy(address: string, field: HTMLInputElement | null): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    showSuccess(say('Address copied'));
  } catch {
    // If the browser forbids copying, the owner copies the selection.
    field?.focus();
  }
}
