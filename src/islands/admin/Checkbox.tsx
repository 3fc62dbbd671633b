import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** A box to tick, and its words. */
export function Checkbox({ className, children, ...input }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={clsx('flex min-h-11 items-center gap-3', className)}>
      <input className="size-5 flex-none accent-lagoon" type="checkbox" {...input} />
      <span className="wrap-anywhere">{children}</span>
    </label>
  );
}
