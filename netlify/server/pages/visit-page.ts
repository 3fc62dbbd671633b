import { toSlot } from '#lib/time/interval';
import { isConsultation } from '#lead/visits';
import { appointmentDays, business } from '#business';
import type { Slot } from '#contracts/calendar';
import { callbackMessage, type PreferredContact } from '#contracts/consultation';
import { type LeadPicture, MAX_PICTURES } from '#contracts/pictures';
import { choices as englishChoices } from '#i18n/en/choices';
import { confirm as englishConfirm } from '#i18n/en/confirm';
import { visit as english } from '#i18n/en/visit';
import { choices as spanishChoices } from '#i18n/es/choices';
import { confirm as spanishConfirm } from '#i18n/es/confirm';
import { visit as spanish } from '#i18n/es/visit';
import { visitLength } from '#i18n/hours-lines';
import { visitKindIn } from '#i18n/visit-kinds';
import { type Language, locales } from '#i18n/language';
import { languageAt, otherLanguage, pathIn, spoken } from '#i18n/site-languages';
import {
  byZonedDay,
  type ZonedDay,
  zonedAt,
  zonedDay,
  zonedDayBriefly,
  zonedHeading,
  zonedTime,
  minutesOf,
} from '#lib/time/zone';
import type { VisitStatus } from '#server/booking/visits';
import { confirmation } from '#lib/confirmation';
import { escapeHtml } from '#lib/escape-html';
import { capitalized } from '#lib/label';
import { fill, fillPart, Html, joinHtml, type PageTemplate } from './template.ts';

/** The content of a visit's page. Its words are in `src/i18n` and `src/components/visit`. */
export interface VisitView {
  readonly visit: VisitStatus;
  /** The open times; `null` if the calendar does not answer. */
  readonly times: readonly Slot[] | null;
  /** Of the visit's windows, the oldest first. */
  readonly pictures?: readonly LeadPicture[];
  /** `number`: the visit is confirmed to another number or email address. */
  readonly done?: 'moved' | 'notes' | 'number' | 'pictures' | undefined;
  /** How the visitor hears that the visit is booked (`confirmedBy`). */
  readonly by?: PreferredContact | undefined;
  readonly alert?: string | undefined;
  /** The chosen time, which stays on offer. */
  readonly chosen?: Slot | undefined;
  /** Notes that were not stored. */
  readonly typed?: TypedNotes | undefined;
}

interface TypedField {
  readonly text: string;
  /** The text with which the page drew the field. */
  readonly drawn: string;
  /** The sentence about the field, or nothing. */
  readonly problem: string;
}
export type TypedNotes = Readonly<Record<'address' | 'phone' | 'email' | 'message' | 'texts', TypedField>>;

const nothing = new Html('');
const confirms = { en: englishConfirm, es: spanishConfirm };

/** Draws a visit's page in the language of its path. All functions here throw if the build left no template. */
export async function drawVisit(path: string, view: VisitView): Promise<string> {
  const template = await readTemplate(path);
  const { visit, alert } = view;
  const notice = alert === undefined ? nothing : drawAlert(template, alert);
  const hasSent = view.pictures?.some(({ by }) => by === undefined);
  const pictures = hasSent ? fillPart(template, 'visit-pictures-left') : nothing;
  switch (visit.state) {
    case 'booked':
      return around(template, drawBooked(template, view, toSlot(visit.interval), notice));
    case 'none': {
      const choice = drawChoice(template, view, 'visit-choose');
      return around(template, fillPart(template, 'visit-none', { notice, choice }));
    }
    case 'past': {
      const { start } = toSlot(visit.interval);
      const when = whenIn(template, start);
      return drawWords(template, notice, fillPart(template, 'visit-past', { ...when, pictures }));
    }
    case 'changed': {
      const cancel = fillPart(template, 'visit-cancel', { visit: visitDrawn(view) });
      return drawWords(template, notice, fillPart(template, 'visit-changed', { cancel, pictures }));
    }
    case 'cancelled':
      return drawWords(template, notice, fillPart(template, 'visit-cancelled', { pictures }));
  }
}

/** The page for a link without a visit. */
export async function drawLost(path: string): Promise<string> {
  const template = await readTemplate(path);
  return drawWords(template, nothing, fillPart(template, 'visit-lost'));
}

/** `typed`: notes to be sent again. */
export async function drawProblem(path: string, sentence: string, typed?: TypedNotes): Promise<string> {
  const template = await readTemplate(path);
  const notes = typed ? drawNotesForm(template, typed) : nothing;
  return drawWords(template, drawAlert(template, sentence), fillPart(template, 'visit-problem', { notes }));
}

type LocalTemplate = PageTemplate & { readonly path: string; readonly language: Language };

const templates = {
  en: () => import('#page-templates/en/visit'),
  es: () => import('#page-templates/es/visit'),
};

async function readTemplate(path: string): Promise<LocalTemplate> {
  const language = spoken(languageAt(path));
  return { ...(await templates[language]()).default, path, language };
}

/** The day, and `at 10:30 AM`. */
function whenIn({ language }: LocalTemplate, instant: string): { day: string; at: string } {
  const locale = locales[language];
  return { day: zonedDay(instant, locale), at: zonedAt(instant, locale) };
}

/** The whole page around `main`, with a link to the same visit in the other language, if the site has one. */
function around({ page, path, language }: LocalTemplate, main: Html): string {
  return fill(page, { main, translation: pathIn(otherLanguage(language) ?? language, path) }).markup;
}

/** Makes our phone number a link. */
function drawAlert(template: PageTemplate, sentence: string): Html {
  const [before = nothing, ...after] = sentence.split(business.phone.display).map((text) => new Html(escapeHtml(text)));
  const parts = [before, ...after.flatMap((text) => [fillPart(template, 'visit-phone'), text])];
  return fillPart(template, 'visit-alert', { sentence: joinHtml(parts) });
}

function drawWords(template: LocalTemplate, notice: Html, words: Html): string {
  return around(template, fillPart(template, 'visit-words', { notice, words }));
}

function drawBooked(template: LocalTemplate, view: VisitView, visit: Slot, notice: Html): Html {
  const { name, address, city, zipCode, serviceInterest } = view.visit.lead.request;
  const message = notesIn(view.visit.lead);
  const when = whenIn(template, visit.start);
  const { who } = view.visit.visit;
  const isOther = !isConsultation(view.visit.visit.kind);
  const kind = visitKindIn(template.language, view.visit.visit.kind);
  const minutes = minutesOf(visit);
  const choices = { en: englishChoices, es: spanishChoices }[template.language];
  return fillPart(template, 'visit-booked', {
    day: zonedHeading(visit.start, locales[template.language]),
    at: when.at,
    start: visit.start,
    phone: view.visit.lead.request.phone ?? '',
    email: view.visit.lead.request.email ?? '',
    by: view.by ?? '',
    end: visit.end,
    notice: view.done ? drawDone(template, view, view.done) : notice,
    kind: isOther ? fillPart(template, 'visit-kind', { kind: capitalized(kind) }) : nothing,
    who: who ? fillPart(template, 'visit-who', { who }) : nothing,
    length: isOther
      ? visitLength(template.language, minutes)
      : fillPart(template, 'visit-length', { minutes: String(minutes) }),
    where: [address, choices.city(city), `${business.address.state}\u00A0${zipCode}`.trim()].filter(Boolean).join(', '),
    service: choices.service(serviceInterest) || { en: english, es: spanish }[template.language].toBeAgreed,
    name,
    message: message ? fillPart(template, 'visit-message', { message }) : nothing,
    notes: drawNotes(template, view),
    pictures: drawPictures(template, view.pictures ?? []),
    file: `${template.path}/visit.ics`,
    choice: isOther ? fillPart(template, 'visit-call', { kind }) : drawChoice(template, view, 'visit-move'),
    cancel: fillPart(template, 'visit-cancel', { visit: visitDrawn(view) }),
  });
}

/** The visitor's own words. Those of a callback are ours, and over with the visit. */
function notesIn({ request: { message } }: VisitStatus['lead']): string | undefined {
  return message === callbackMessage ? undefined : message;
}

const notices = { moved: 'visit-moved', notes: 'visit-noted', number: 'visit-noted', pictures: 'visit-pictured' };

/** The notice of what the visitor has just done. */
function drawDone(template: LocalTemplate, { by, visit }: VisitView, done: keyof typeof notices): Html {
  const { sentence, to } = confirmation(confirms[template.language], by, visit.lead.request);
  const confirmed = done === 'number' ? { confirmed: sentence, to: `${to}.` } : { confirmed: '', to: '' };
  const when = 'interval' in visit ? whenIn(template, toSlot(visit.interval).start) : {};
  return fillPart(template, notices[done], { ...when, ...confirmed });
}

/** The pictures of the windows, and the form for more while there is room. The visitor may take the own ones away. */
function drawPictures(template: LocalTemplate, pictures: readonly LeadPicture[]): Html {
  const items = pictures.map(({ id, by }, index) =>
    fillPart(template, 'visit-picture', {
      source: `${template.path}/pictures/${id}`,
      number: String(index + 1),
      remove: by ? nothing : fillPart(template, 'visit-picture-remove', { id, number: String(index + 1) }),
    }),
  );
  const isFull = pictures.length >= MAX_PICTURES;
  return fillPart(template, 'visit-pictures', {
    list: items.length > 0 ? fillPart(template, 'visit-picture-list', { items: joinHtml(items) }) : nothing,
    add: isFull
      ? fillPart(template, 'visit-pictures-full')
      : fillPart(template, 'visit-pictures-add', { left: String(MAX_PICTURES - pictures.length) }),
  });
}

/** The form of street, phone number, email address and notes; open if they were not stored. */
function drawNotes(template: LocalTemplate, { visit: { lead }, typed }: VisitView): Html {
  const { address = '', phone = '', email = '', texts = false } = lead.request;
  const message = notesIn(lead) ?? '';
  const stored = (text: string) => ({ text, drawn: text, problem: '' });
  const { addNotes, changeNotes } = { en: english, es: spanish }[template.language];
  const shown = typed ?? {
    address: stored(address),
    phone: stored(phone),
    email: stored(email),
    message: stored(message),
    texts: stored(texts ? 'true' : ''),
  };
  return fillPart(template, 'visit-notes', {
    open: typed ? 'open' : '',
    summary: address && message ? changeNotes : addNotes,
    form: drawNotesForm(template, shown),
  });
}

function drawNotesForm(template: LocalTemplate, notes: TypedNotes): Html {
  const values = Object.entries(notes).flatMap(([name, { text, drawn, problem }]) => [
    [name, text],
    [`${name}-drawn`, drawn],
    [`${name}-problem`, problem],
    [`${name}-wrong`, String(problem !== '')],
    [`${name}-checked`, text && 'checked'],
  ]);
  return fillPart(template, 'visit-notes-form', Object.fromEntries(values));
}

/** A form says which visit it was drawn for. */
const visitDrawn = ({ visit }: VisitView): string => visit.visit.start ?? '';

/** The form with the open times, or the reason why there is none. */
function drawChoice(template: LocalTemplate, view: VisitView, heading: 'visit-move' | 'visit-choose'): Html {
  const { times, chosen } = view;
  // Folded until it is asked for; open for the next try.
  const open = view.alert === undefined ? '' : 'open';
  const part = (id: string, values = {}) =>
    fillPart(template, heading, { open, choice: fillPart(template, id, values) });
  if (times === null) return part('visit-unavailable');
  if (times.length === 0) return part('visit-full');
  const isKept = chosen && !times.some(({ start }) => start === chosen.start);
  const days = byZonedDay(isKept ? [...times, chosen] : times, locales[template.language]);
  const shown = days.find(({ slots }) => slots.some(({ start }) => start === chosen?.start)) ?? days[0];
  const drawn = days.map((day) => drawDay(template, day, { isShown: day === shown, chosen }));
  const { pressMove, pressBook } = { en: english, es: spanish }[template.language];
  const press = heading === 'visit-move' ? pressMove : pressBook;
  return part('visit-times', { days: joinHtml(drawn), press, visit: visitDrawn(view) });
}

/** `isShown`: its times are seen, where there is room for one day. */
function drawDay(
  template: LocalTemplate,
  { date, heading, weekday, slots }: ZonedDay<Slot>,
  { isShown, chosen }: { isShown: boolean; chosen: Slot | undefined },
): Html {
  const choices = slots.map((slot) =>
    fillPart(template, 'visit-time', {
      start: slot.start,
      checked: slot.start === chosen?.start ? 'checked' : '',
      time: zonedTime(slot.start, locales[template.language]),
      minutes: String(minutesOf(slot)),
    }),
  );
  const byAppointment = appointmentDays.includes(weekday);
  const [dayName = '', day = ''] = zonedDayBriefly(slots[0]?.start ?? date, locales[template.language]).split(', ');
  return fillPart(template, 'visit-day', {
    checked: isShown ? 'checked' : '',
    kind: byAppointment ? 'by-appointment' : '',
    weekday: dayName,
    day,
    note: byAppointment ? fillPart(template, 'visit-tab-appointment') : nothing,
    date,
    heading,
    badge: byAppointment ? fillPart(template, 'visit-appointment') : nothing,
    choices: joinHtml(choices),
  });
}
