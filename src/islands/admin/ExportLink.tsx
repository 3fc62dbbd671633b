import { type MouseEvent, useRef } from 'react';
import { Icon } from '#islands/ui/Icon.tsx';
import { session } from './sign-in/session.ts';

/** The page's data as a CSV file. */
export function ExportLink({ href, label = 'Export CSV' }: { href: string; label?: string }) {
  const isChecked = useRef(false);
  /** Checks the session before the download: without one it would fail silently. */
  async function check(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
    if (isChecked.current) {
      isChecked.current = false;
      return;
    }
    const link = event.currentTarget;
    event.preventDefault();
    if (!(await session.guard())) return;
    isChecked.current = true;
    link.click();
  }
  return (
    <a className="btn btn-line btn-sm" href={href} download onClick={(event) => void check(event)}>
      <Icon name="download" />
      <span>{label}</span>
    </a>
  );
}
