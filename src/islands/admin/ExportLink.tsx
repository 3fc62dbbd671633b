import type { MouseEvent } from 'react';
import { say } from '#browser/say';
import { Icon } from '#islands/ui/Icon.tsx';
import { session } from './sign-in/session.ts';

interface Props {
  readonly href: string;
  readonly text?: string;
  /** Where several links of a page have the same text. */
  readonly label?: string;
  /** Of its look, if it is no button. */
  readonly className?: string;
}

/** The page's data as a CSV file. `text`: of another file. */
export function ExportLink({ href, text = say('Export CSV'), label, className = 'btn btn-line btn-sm' }: Props) {
  /** Checks the session before the download: without one it would fail silently. */
  async function check(event: MouseEvent): Promise<void> {
    event.preventDefault();
    if (await session.guard()) Object.assign(document.createElement('a'), { href, download: '' }).click();
  }
  return (
    <a className={className} href={href} aria-label={label} download onClick={(event) => void check(event)}>
      <Icon name="download" />
      <span>{text}</span>
    </a>
  );
}
