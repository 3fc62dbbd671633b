import type { ComponentProps } from 'react';
import { type IconName, icons } from '#lib/icons';

/** Hidden from screen readers: a button with only an icon needs its own name. */
export function Icon({ name }: { name: IconName }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of our own, never anybody's input.
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" dangerouslySetInnerHTML={{ __html: icons[name] }} />
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  icon: IconName;
  /** For screen readers. */
  label: string;
}

/** A button of 44 px with only an icon. */
export function IconButton({ icon, label, className = '', ...button }: IconButtonProps) {
  return (
    <button className={`icon-btn ${className}`} type="button" aria-label={label} {...button}>
      <Icon name={icon} />
    </button>
  );
}
