import type { ComponentProps } from 'react';
import { Icon } from './Icon.tsx';

/** The `ref` of what is to be seen once it appears. */
export const intoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** A sentence that stands out (styles/notice.css), beside its icon. */
export function Notice({
  icon = 'triangle-alert',
  className = '',
  children,
  ...box
}: ComponentProps<'div'> & { icon?: ComponentProps<typeof Icon>['name'] }) {
  return (
    <div className={`callout ${className}`} {...box}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  );
}
