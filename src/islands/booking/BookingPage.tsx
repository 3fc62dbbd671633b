import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { $bookingDialog } from '#browser/booking-dialog';
import { focusFirst } from '#islands/ui/dialog.ts';
import { Toasts } from '#islands/ui/Toasts.tsx';
import { flow } from './booking-store.ts';
import { booking as words } from './booking-words.ts';
import { followHistory } from './step-history.ts';
import { type Facts, FactsContext, Progress } from './StepHead.tsx';
import { answersOfForm, answersOfLink } from './known.ts';
import { StepContent, useShown } from './Steps.tsx';

/** The steps in the page of /book, in place of its plain form. */
export default function BookingPage({ facts }: { facts: Facts }) {
  const [hasBegun, setHasBegun] = useState(false);
  useLayoutEffect(() => {
    begin();
    setHasBegun(true);
  }, []);
  if (!hasBegun) return null;
  return (
    <FactsContext value={facts}>
      <Steps />
      <Toasts words={words.toasts} />
    </FactsContext>
  );
}

function Steps() {
  const whole = useRef<HTMLElement>(null);
  const opened = useStore($bookingDialog);
  const step = useStore(flow.$step);
  const { content, sentence } = useShown(step);
  const shown = useRef({ opened, content });
  useEffect(() => followHistory(flow, 'page'), []);
  useLayoutEffect(() => replaceForm(whole.current), []);
  useLayoutEffect(() => {
    const last = shown.current;
    shown.current = { opened, content };
    if (last.content === content && (last.opened === opened || !opened)) return;
    focusFirst(whole.current);
    whole.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }, [opened, content]);
  return (
    <section ref={whole} className="booking" aria-labelledby="booking-title" aria-describedby="booking-step">
      <div className="step-head">
        <Progress at={step.name} words={words} />
        <h2 id="booking-step" aria-live="polite">
          {sentence}
        </h2>
      </div>
      <StepContent step={step} />
    </section>
  );
}

const plainForm = () => document.querySelector<HTMLFormElement>('#request > form');

/**
 * The history's entry knows, also after a reload, whether its link was read. The other language's page has the same link,
 * and does not read it anew.
 */
function begin(): void {
  const { search } = location;
  const isNew = !history.state?.begun && new URL(document.referrer || location.origin).search !== search;
  flow.begin(answersOfLink(search), answersOfForm(plainForm()), isNew);
  history.replaceState({ ...history.state, begun: true }, '');
}

/** Takes the place of the plain form, also of its focus. A press of its button sees the times. */
function replaceForm(steps: HTMLElement | null): void {
  const form = plainForm();
  const last = document.activeElement;
  const opener = $bookingDialog.get()?.opener;
  const isSent = Boolean(form && opener && form.contains(opener));
  const isInside = form?.contains(last);
  for (const part of document.querySelectorAll('#request > :not(astro-island)')) part.remove();
  if (isInside) focusAs(last, steps);
  else if (opener) focusFirst(steps);
  // Not while React draws.
  if (isSent) queueMicrotask(() => steps?.querySelector('form')?.requestSubmit());
}

/** Focuses the field of the same name, with the same selection. */
function focusAs(last: Element | null, steps: HTMLElement | null): void {
  const name = last?.getAttribute('name') ?? '';
  const field = steps?.querySelector<HTMLInputElement>(name ? `[name="${name}"]` : '[type=submit]');
  if (!field) {
    focusFirst(steps);
    return;
  }
  field.focus({ preventScroll: true });
  // The steps may be higher than the form was.
  field.scrollIntoView({ block: 'nearest' });
  // A mail field has no selection, nor has a box.
  if (last instanceof HTMLInputElement && last.selectionStart !== null && field.selectionStart !== null)
    field.setSelectionRange(last.selectionStart, last.selectionEnd);
}
