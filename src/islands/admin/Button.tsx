import type { ComponentProps } from 'react';

interface ButtonProps extends ComponentProps<'button'> {
  /** The call that the button began is on its way. The button keeps the focus, which a disabled button would lose. */
  readonly isBusy?: boolean | undefined;
  /** For screen readers, after its words: what it is about. */
  readonly of?: string | undefined;
}

/** Buttons side by side of which one is pressed, in their frame. */
export const segments = 'grid min-w-0 rounded-sm border border-edge bg-white';
export const segment =
  'min-h-11 border-edge text-center text-sm/[1.6] font-medium not-first:border-l focus-visible:relative aria-pressed:bg-ink aria-pressed:text-paper aria-pressed:shadow-[inset_0_-4px_0_var(--color-edge)] forced-colors:aria-pressed:outline-3 forced-colors:aria-pressed:-outline-offset-3';

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
