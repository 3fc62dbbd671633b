import { useStore } from '@nanostores/react';
import { type ReactNode, useDeferredValue, useEffect, useRef } from 'react';
import { track } from '#browser/track';
import { warmUp } from '#browser/hydrate-events';
import { openBooking } from '#browser/booking-dialog';
import { closedBeside, firstFocus, focusFirst, showModal } from '../ui/dialog.ts';
import { Icon, IconButton } from '../ui/Icon.tsx';
import { $openOffer, dismiss, type OpenOffer } from './deals-store.ts';
import { deals as words } from './deals-words.ts';

/** The picture's widths (deals.css). */
const SIZES = { popup: '(min-width: 46rem) 42rem, 100vw', enlarged: '(min-width: 74rem) 72rem, 100vw' };

/** The deals popup and the enlarged picture. They read the page's cards, so both say the same without more HTML. */
export default function DealsDialog() {
  // Deferred, so that drawing does not delay the press.
  const open = useDeferredValue(useStore($openOffer, { ssr: 'initial' }));
  if (!open) return null;
  return open.view === 'popup' ? <Popup open={open} /> : <Enlarged open={open} />;
}

/** "Claim Deal" opens the booking dialog; all other ways out dismiss the popup. */
function Popup({ open }: { open: OpenOffer }) {
  const { card } = open;
  const leave = (by: string) =>
    by === 'claim' ? openBooking(null, aboutOf(card)) : dismiss(() => localStorage, Date.now());
  return (
    <OfferDialog open={open} className="offer-dialog" labelledBy="popup-title popup-discount" onClose={leave}>
      <form className="grid grid-cols-1 @min-[40rem]:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]" method="dialog">
        <figure className="window aspect-auto min-h-52 rounded-none">
          <Picture card={card} sizes={SIZES.popup} />
          <i></i>
        </figure>
        <div className="px-[clamp(1.25rem,5vw,2.25rem)] pt-7 pb-8 @min-[40rem]:pt-13 @min-[40rem]:pb-10">
          <PopupWords card={card} />
          <div className="btn-row">
            <button
              className="btn flex-[1_1_8rem]"
              type="submit"
              value="claim"
              data-track="cta_click"
              data-track-location="deals-popup"
              onPointerOver={() => warmUp('booking')}
            >
              {words.claim}
            </button>
            <button className="btn btn-line flex-[1_1_8rem]" type="submit" value="not-now">
              {words.notNow}
            </button>
          </div>
        </div>
        <IconButton className="close bg-paper [&:hover]:bg-linen" {...leaving} />
      </form>
    </OfferDialog>
  );
}

/** The discount has focus: it is read first, and no key presses a button by accident. */
function PopupWords({ card }: { card: HTMLElement }) {
  return (
    <>
      <p>
        <span className="badge badge-sun">{wordsOf(card, 'badge')}</span>
      </p>
      <h2
        className="mt-4 mb-2.5 text-[clamp(2.5rem,1.9rem+2.4vw,3.75rem)] leading-[0.96] focus:outline-none"
        id="popup-discount"
        tabIndex={-1}
        {...firstFocus}
      >
        {wordsOf(card, 'discount')}
      </h2>
      <p className="text-base/[1.4] font-label" id="popup-title">
        {wordsOf(card, 'title')}
      </p>
      <p className="mt-2 text-sm text-soft">{wordsOf(card, 'description')}</p>
      <Term className="mt-4 mb-6 text-mute" card={card} />
    </>
  );
}

const aboutOf = (card: HTMLElement) => card.querySelector<HTMLElement>('[data-about]')?.dataset['about'];

function Term({ className = '', card }: { className?: string; card: HTMLElement }) {
  return (
    <p className={`flex items-center gap-[0.4375rem] text-xs tabular-nums ${className}`}>
      <Icon name="calendar" />
      <span>{wordsOf(card, 'term')}</span>
    </p>
  );
}

const leaving = { type: 'submit', value: 'close', icon: 'x', label: words.close } as const;

/** A maker's enlarged picture. Reports opening and closing. */
function Enlarged({ open }: { open: OpenOffer }) {
  const { card } = open;
  const { promotion = '' } = card.dataset;
  const link = card.querySelector<HTMLAnchorElement>('a[data-enlarge]');
  const ended = wordsOf(card, 'ended');
  useEffect(() => track('promo_view', { promotion }), [promotion]);
  const leave = () => {
    link?.focus({ preventScroll: true });
    track('promo_close', { promotion });
  };
  return (
    <OfferDialog open={open} className="lightbox night" labelledBy="enlarged-title" onClose={leave}>
      <form
        className="flex items-center justify-between gap-4 py-3.5 pr-3 pl-[clamp(1.25rem,4vw,1.5rem)]"
        method="dialog"
      >
        <h2 className="text-xl" id="enlarged-title">
          {link?.dataset['enlarge']}
        </h2>
        <IconButton className="flex-none [&:hover]:bg-night-line" {...leaving} />
      </form>
      <figure className="window rounded-none">
        <Picture card={card} sizes={SIZES.enlarged} />
      </figure>
      <div className="grid max-w-184 gap-1.5 px-[clamp(1.25rem,4vw,1.5rem)] pt-4 pb-5.5 text-night-soft">
        {ended && <p className="text-sm/[1.4] font-label text-paper">{ended}</p>}
        <p className="text-sm">{wordsOf(card, 'description')}</p>
        <Term card={card} />
      </div>
    </OfferDialog>
  );
}

interface OfferDialogProps {
  open: OpenOffer;
  className: string;
  labelledBy: string;
  /** `by` is the pressed button's value, or empty. */
  onClose: (by: string) => void;
  children: ReactNode;
}

/** A native dialog, removed after its closing animation. */
function OfferDialog({ open, className, labelledBy, onClose, children }: OfferDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Runs once per offer: another may open while the last is closing. showModal restyles the whole page, so it gets its
  // own task.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a redraw of the same offer must not reopen its dialog.
  useEffect(() => {
    if (dialog.current?.open !== false) return;
    showModal(dialog.current);
    focusFirst(dialog.current);
  }, [open]);
  const leave = async (element: HTMLDialogElement) => {
    onClose(element.returnValue);
    await Promise.allSettled(element.getAnimations().map(({ finished }) => finished));
    if ($openOffer.get() === open) $openOffer.set(null);
  };
  return (
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      aria-labelledby={labelledBy}
      {...closedBeside}
      onClose={({ currentTarget }) => void leave(currentTarget)}
    >
      {children}
    </dialog>
  );
}

/** The card's picture at the dialog's width. Not lazy: the browser would wait until the dialog is open. */
function Picture({ card, sizes }: { card: HTMLElement; sizes: string }) {
  const source = card.querySelector('picture > source');
  const img = card.querySelector<HTMLImageElement>('picture > img');
  if (!img) return null;
  const { alt, src } = img;
  return (
    <picture>
      {source && <source type="image/avif" sizes={sizes} srcSet={source.getAttribute('srcset') ?? ''} />}
      <img alt={alt} decoding="async" src={src} />
    </picture>
  );
}

function wordsOf(card: HTMLElement, part: 'badge' | 'title' | 'discount' | 'description' | 'term' | 'ended'): string {
  return card.querySelector(`[data-part="${part}"]`)?.textContent.trim() ?? '';
}
