import type { ReactNode } from 'react';
import { say } from '#browser/say';
import { Notice } from '#islands/ui/Notice.tsx';
import type { Known } from '#islands/ui/resource.ts';
import { zonedMomentWithin } from '#lib/time/zone';
import { Button } from './Button.tsx';

const EMPTY = 'grid max-w-text justify-items-start gap-4 border-t py-[clamp(2rem,5vw,4rem)]';

export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={EMPTY}>
      <p className="display text-2xl">{text}</p>
      {children}
    </div>
  );
}

interface LoadedProps<Shown extends object> {
  readonly known: Known<Shown>;
  readonly loading: ReactNode;
  /** The sentence for a failure. */
  readonly failed: string;
  /** Of a part of the page: a failure is one line. */
  readonly isPart?: boolean;
  readonly onRetry: () => unknown;
  readonly children: (shown: Shown) => ReactNode;
}

/** The page shows skeletons, a failure that the owner can try again, or its data. */
export function Loaded<Shown extends object>({ isPart = false, ...props }: LoadedProps<Shown>) {
  const { known, loading, failed, onRetry, children } = props;
  if (known.state === 'loading') return loading;
  if (known.state === 'ready') return children(known);
  return (
    <div className={isPart ? 'col-span-full flex flex-wrap items-center gap-x-3 text-sm' : EMPTY} role="alert">
      <p className={isPart ? undefined : 'display text-2xl'}>{failed}</p>
      <Button className={isPart ? 'link' : 'btn'} onClick={onRetry}>
        {say('Try again')}
      </Button>
    </div>
  );
}

/** The state is from `readAt` (ms since the epoch), because it could not be renewed since. */
export function Old({ readAt, onRetry }: { readAt: number; onRetry: () => unknown }) {
  return (
    <Notice className="col-span-full mb-4" role="status">
      <p>
        {say('This is from {time}. It could not be renewed since.', {
          time: zonedMomentWithin(new Date(readAt).toISOString()),
        })}
      </p>
      <Button className="btn btn-line btn-sm mt-2" onClick={onRetry}>
        {say('Try again')}
      </Button>
    </Notice>
  );
}

interface SkeletonsProps {
  readonly count: number;
  readonly className?: string;
  /** For screen readers, unless the page tells them itself. */
  readonly label?: string;
  /** The look of one. */
  readonly item: string;
  /** The bars of one. */
  readonly children?: ReactNode;
}

export function Skeletons({ count, className, label, item, children }: SkeletonsProps) {
  return (
    <div className={className} aria-busy="true">
      {[...Array(count).keys()].map((place) => (
        <div key={place} className={item} data-skeleton="">
          {children}
        </div>
      ))}
      {label && (
        <p className="sr-only" role="status">
          {label}
        </p>
      )}
    </div>
  );
}

/** A fact without a text is left out. */
export type Fact = readonly [term: string, text: string | undefined];

export function FactList({ facts, className = '' }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={`grid gap-2 text-sm ${className}`}>
      {facts.map(
        ([term, text]) =>
          text && (
            <div
              key={term}
              className="grid grid-cols-[minmax(4rem,6.5rem)_minmax(0,1fr)] gap-4 max-[25.01rem]:grid-cols-[5rem_minmax(0,1fr)] max-[25.01rem]:gap-3"
            >
              <dt className="text-mute">{term}</dt>
              <dd className="wrap-anywhere whitespace-pre-line">{text}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
