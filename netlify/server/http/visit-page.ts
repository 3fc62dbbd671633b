import { business } from '#business';
import type { Slot } from '#contracts/calendar';
import { byEasternDay, type EasternDay, easternDay, easternTime, minutesOf } from '#lib/eastern-time';
import { toSlot } from '#server/slots/times';
import type { VisitStatus } from '#server/booking/visits';
import { escapeHtml } from '#lib/escape-html';
import { Html, joinHtml } from './html.ts';
import type { Shell } from './shell.ts';

/** What the page of a visit shows. The words for it are templates of `src/components/visit`. */
export interface VisitView {
  readonly standing: VisitStatus;
  /** The times to choose from; `null` when the calendar is silent. */
  readonly times: readonly Slot[] | null;
  /** What the visitor has just achieved. */
  readonly done?: 'moved' | undefined;
  /** Why what the visitor wanted was not done. */
  readonly alert?: string | undefined;
  /** The time that the visitor chose and may press for again: offered still, and chosen. */
  readonly chosen?: Slot | undefined;
}

const nothing = new Html('');

/** The page of a visit, as it stands. */
export function drawVisit(shell: Shell, view: VisitView): string {
  const { standing, alert } = view;
  const notice = alert === undefined ? nothing : drawAlert(shell, alert);
  switch (standing.state) {
    case 'booked':
      return shell.around(drawBooked(shell, view, toSlot(standing.span), notice));
    case 'none':
      return shell.around(shell.part('visit-none', { notice, choice: drawChoice(shell, view, 'visit-choose') }));
    case 'past': {
      const { start } = toSlot(standing.span);
      return drawWords(shell, notice, shell.part('visit-past', { day: easternDay(start), time: easternTime(start) }));
    }
    case 'changed':
      return drawWords(shell, notice, shell.part('visit-changed', { cancel: shell.part('visit-cancel') }));
    case 'cancelled':
      return drawWords(shell, notice, shell.part('visit-cancelled'));
  }
}

/** The page for a link that leads to no visit. */
export function drawLost(shell: Shell): string {
  return drawWords(shell, nothing, shell.part('visit-lost'));
}

/** The page for what kept us from showing or changing the visit, in a sentence. */
export function drawProblem(shell: Shell, sentence: string): string {
  return drawWords(shell, drawAlert(shell, sentence), shell.part('visit-problem'));
}

/** A sentence that names our number lets it be pressed. */
function drawAlert(shell: Shell, sentence: string): Html {
  const [before = nothing, ...after] = sentence.split(business.phone.display).map((text) => new Html(escapeHtml(text)));
  const parts = [before, ...after.flatMap((text) => [shell.part('visit-phone'), text])];
  return shell.part('visit-alert', { sentence: joinHtml(parts) });
}

function drawWords(shell: Shell, notice: Html, words: Html): string {
  return shell.around(shell.part('visit-words', { notice, words }));
}

function drawBooked(shell: Shell, view: VisitView, visit: Slot, notice: Html): Html {
  const { name, address, city, zipCode, serviceInterest } = view.standing.lead.request;
  const when = { day: easternDay(visit.start), time: easternTime(visit.start) };
  return shell.part('visit-booked', {
    ...when,
    notice: view.done ? shell.part('visit-moved', when) : notice,
    minutes: String(minutesOf(visit)),
    where: [address, city, `${business.address.state} ${zipCode}`].filter(Boolean).join(', '),
    service: serviceInterest,
    name,
    choice: drawChoice(shell, view, 'visit-move'),
    cancel: shell.part('visit-cancel'),
  });
}

/** The form with the open times, under the heading of the template, or why there is none. */
function drawChoice(shell: Shell, { times, chosen }: VisitView, heading: 'visit-move' | 'visit-choose'): Html {
  const part = (id: string, values = {}) => shell.part(heading, { choice: shell.part(id, values) });
  if (times === null) return part('visit-silent');
  if (times.length === 0) return part('visit-full');
  const isKept = chosen && !times.some(({ start }) => start === chosen.start);
  const days = byEasternDay(isKept ? [...times, chosen] : times).map((day) => drawDay(shell, day, chosen));
  return part('visit-times', { days: joinHtml(days) });
}

function drawDay(shell: Shell, { date, heading, saturday, slots }: EasternDay<Slot>, chosen?: Slot): Html {
  const choices = slots.map((slot) => {
    const id = slot.start === chosen?.start ? 'visit-time-chosen' : 'visit-time';
    return shell.part(id, { start: slot.start, time: easternTime(slot.start), minutes: String(minutesOf(slot)) });
  });
  const badge = saturday ? shell.part('visit-saturday') : nothing;
  return shell.part('visit-day', { date, heading, badge, choices: joinHtml(choices) });
}
