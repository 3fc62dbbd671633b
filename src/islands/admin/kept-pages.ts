import { say } from '#browser/say';
import { standingNotes } from '#contracts/lead-note';
import type { ShownLead, Today, Week } from '#lead/answers';
import type { Visit } from '#lead/lead';
import { escapeHtml } from '#lib/escape-html';
import { capitalized } from '#lib/label';
import { pageLocale } from '#lib/page-locale';
import { mapHref, telHref } from '#lib/contact';
import { dateWords, zonedToday } from '#lib/time/dates';
import { zonedDayAndTime, zoneNames } from '#lib/time/zone';
import { KEPT_PAGES, session } from './sign-in/session.ts';
import { awayTimeWords, kindAndLength, timeOf } from './leads/visit-time.ts';
import { holidayName } from './hours/hours-words.ts';
import { addressOf } from './leads/leads-words.ts';

/** The page has no script and asks nothing of the network. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
const STYLE = `body{max-width:40rem;margin:0 auto;padding:1rem;font:1rem/1.5 system-ui,sans-serif}
li{margin:0 0 1.5rem}ul{padding:0;list-style:none}h3,p{margin:.25rem 0;overflow-wrap:anywhere}
a{display:inline-block;padding:.6rem 0}.words{white-space:pre-line}`;

/** Keeps the day on this device, to be read without a network (public/admin-offline.js). Never fails. */
export const keepDay = (day: Today, readAt: number) => keep('/admin', keptDayPage(day, readAt), readAt);

/** As `keepDay`, the week of today. Another one is not kept in its place. */
export async function keepWeek(week: Week, readAt: number): Promise<void> {
  const today = zonedToday(readAt);
  if (week.days.some(({ date }) => date === today)) await keep('/admin/week', keptWeekPage(week, readAt), readAt);
}

async function keep(path: string, page: string, readAt: number): Promise<void> {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'last-modified': new Date(readAt).toUTCString(),
  };
  try {
    const cache = await caches.open(KEPT_PAGES);
    if (!session.isOver()) await cache.put(path, new Response(page, { headers }));
    // The owner may have signed out meanwhile.
    if (session.isOver()) return await session.forget();
    // Of each page alone: where the owner gets notifications, `/admin/` has another worker, which answers nothing.
    await navigator.serviceWorker.register('/admin-offline.js', { scope: path, updateViaCache: 'none' });
  } catch {
    // The browser keeps nothing: without a network there is no page.
  }
}

/** The day as a page by itself: who, where, when, the number and the notes. Its days are named, since it may get old. */
export function keptDayPage(day: Today, readAt: number): string {
  const tasks = (leads: readonly ShownLead[]) => leads.map((lead) => item(lead));
  const visits = day.visits.map(({ lead, visit }) => item(lead, visit));
  const lists = [
    section(say('Texts'), tasks(day.texts)),
    section(say('Visits'), visits),
    section(say('Waiting for a call'), tasks(day.waiting)),
    section(say('Call again'), tasks(day.followUps)),
    section(say('How did it go?'), tasks(day.outcomes)),
  ];
  return keptPage('Today', readAt, lists.join('') || `<p>${say('No visits, and nobody to call.')}</p>`);
}

/** As `keptDayPage`, the days that have anything. */
export function keptWeekPage({ days }: Week, readAt: number): string {
  const lists = days.map(({ date, holidays, away, visits }) =>
    section(capitalized(dateWords(date, { weekday: 'long', month: 'long', day: 'numeric' })), [
      ...[...holidays.map(holidayName), ...away.map(awayTimeWords)].map((words) => `<li>${escapeHtml(words)}</li>`),
      ...visits.map(({ lead, visit }) => item(lead, visit)),
    ]),
  );
  return keptPage('Week', readAt, lists.join('') || `<p>${say('No visits in this week.')}</p>`);
}

const PATHS = { Today: '/admin', Week: '/admin/week' } as const;

function keptPage(title: keyof typeof PATHS, readAt: number, content: string): string {
  const at = `${zonedDayAndTime(new Date(readAt).toISOString())} ${zoneNames.short}`;
  const other = title === 'Today' ? 'Week' : 'Today';
  return `<!doctype html>
<html lang="${pageLocale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say('{page}, without a network', { page: say(title) })}</title><style>${STYLE}</style></head>
<body><main><h1>${say(title)}</h1>
<p role="status"><strong>${escapeHtml(say('There is no network. This is from {time}.', { time: at }))}</strong></p>
<p><a href="${PATHS[title]}">${say('Try again')}</a></p>
<p><a href="${PATHS[other]}">${say(other)}</a></p>
${content}</main></body></html>`;
}

const section = (title: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `<section><h2>${title}</h2><ul>${items.join('')}</ul></section>`;

function item(lead: ShownLead, visit?: Visit): string {
  const { request, unansweredTexts = [] } = lead;
  const place = addressOf(lead);
  const tel = request.phone ? telHref(request.phone) : null;
  const notes = standingNotes(lead.notes).map(({ text }) => text);
  const lines = [
    `<h3>${escapeHtml(request.name)}</h3>`,
    visit && `<p>${escapeHtml(`${zonedDayAndTime(timeOf(visit).start)} ${zoneNames.short}`)}</p>`,
    visit && `<p>${escapeHtml(kindAndLength(visit))}</p>`,
    `<p><a href="${escapeHtml(mapHref(place.query))}">${escapeHtml(place.text)}</a></p>`,
    tel && `<p><a href="${escapeHtml(tel)}">${escapeHtml(request.phone ?? '')}</a></p>`,
    ...unansweredTexts.map(({ text }) => `<p class="words">${escapeHtml(say('Texted: {text}', { text }))}</p>`),
    request.message && `<p class="words">${escapeHtml(request.message)}</p>`,
    notes.length > 0 && `<p class="words">${escapeHtml(say('Your notes: {notes}', { notes: notes.join('\n') }))}</p>`,
  ];
  return `<li>${lines.filter(Boolean).join('')}</li>`;
}
