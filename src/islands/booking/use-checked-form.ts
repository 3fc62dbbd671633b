import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Problems } from './store/fields.ts';

/**
 * What a form does when it is sent with mistakes: the first wrong field takes focus, and all messages are announced once.
 * `announcement` belongs in an alert region; it stays the same while somebody types, so nothing is read twice.
 */
export function useCheckedForm<Field extends string>(submit: () => void, problems: () => Problems<Field>) {
  const [announcement, setAnnouncement] = useState('');

  function onSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    flushSync(submit);
    const messages = Object.values<readonly string[] | undefined>(problems()).flatMap((some) => some ?? []);
    setAnnouncement(messages.join('. '));
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  return { announcement, onSubmit };
}
