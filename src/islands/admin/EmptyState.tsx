import type { ReactNode } from 'react';

export function EmptyState({ text, role, children }: { text: string; role?: 'alert'; children?: ReactNode }) {
  return (
    <div className="grid max-w-text justify-items-start gap-4 border-t py-[clamp(2rem,5vw,4rem)]" role={role}>
      <p className="display text-2xl">{text}</p>
      {children}
    </div>
  );
}

interface LoadFailedProps {
  text: string;
  small?: boolean;
  onRetry: () => void;
}

export function LoadFailed({ text, small, onRetry }: LoadFailedProps) {
  return (
    <EmptyState role="alert" text={text}>
      <button className={small ? 'btn btn-sm' : 'btn'} type="button" onClick={onRetry}>
        Try again
      </button>
    </EmptyState>
  );
}
