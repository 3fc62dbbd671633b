import type { ComponentProps } from 'react';

interface ButtonProps extends ComponentProps<'button'> {
  /** The call that the button began is on its way. The button keeps the focus, which a disabled button would lose. */
  readonly isBusy?: boolean | undefined;
  /** For screen readers, after its words: what it is about. */
  readonly of?: string | undefined;
}

/** After a press whose button may be gone with what it did: a focus that is lost goes to the first of these that is there. */
export function keepFocus(...ids: readonly string[]): void {
  const found = () => ids.map((id) => document.getElementById(id)).find(Boolean);
  requestAnimationFrame(() => document.activeElement === document.body && found()?.focus());
}

export function Button({ isBusy = false, of, className = 'btn', children, ...button }: ButtonProps) {
  return (
    <button className={className} type="button" aria-disabled={isBusy || undefined} {...button}>
      {/* A text alone stays the only child: React writes it anew also where a translator has replaced it. */}
      {of ? (
        <>
          <span>{children}</span>
          <span className="sr-only">{of}</span>
        </>
      ) : (
        children
      )}
    </button>
  );
}
