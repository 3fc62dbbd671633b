import { type Lead, requestsOf } from '#lead/lead';
import { allowsAdConversions } from '#contracts/consultation';
import { googleClicks } from '#contracts/source';
import { zonedStamp } from '#lib/time/zone';
import { csvLine } from './lead-csv.ts';
import { salesOf } from '#lead/sales';

/** Of `googleClicks`. */
const headings = ['Google Click ID', 'GBRAID', 'WBRAID'];

/** As Google writes ids. Anything else was typed by somebody, and could be a formula. */
const CLICK_ID = /^\w[\w-]*$/;

/** The owner gives the conversion actions in Google Ads these names. */
const names = { bookings: 'Booked visit', won: 'Sale' } as const;

/**
 * The booked visits and sales of the days from `from` on (ms) that an advertisement of Google led to, as a file for
 * Google Ads (support.google.com/google-ads/answer/7014069). Only of visitors whose wording allows it and who have not
 * said no: docs/consent.md. Its first line holds the headings, as Google's Data Manager wants it; so the zone is in each
 * time.
 */
export function* conversionsCsv(leads: readonly Lead[], from: number): Generator<string> {
  yield csvLine([...headings, 'Conversion Name', 'Conversion Time', 'Conversion Value', 'Conversion Currency']);
  for (const lead of leads) {
    const [ids] = requestsOf(lead)
      .flatMap((one) => (allowsAdConversions(one.request.consent) ? [idCells(one)] : []))
      .filter(Boolean);
    if (!ids || lead.isSpam || lead.noAds) continue;
    for (const { name, at, value } of conversionsOf(lead)) {
      if (Date.parse(at) < from) continue;
      const worth = value === undefined ? ['', ''] : [value.toFixed(2), 'USD'];
      yield csvLine([...ids, name, zonedStamp(at), ...worth]);
    }
  }
}

function idCells({ request: { attribution = {} } }: Pick<Lead, 'request'>): string[] | null {
  const used = googleClicks.find((id) => CLICK_ID.test(attribution[id] ?? ''));
  return used ? googleClicks.map((id) => (id === used ? (attribution[id] ?? '') : '')) : null;
}

/** `value`: in dollars. */
function conversionsOf(lead: Lead): { name: string; at: string; value?: number | undefined }[] {
  const { status, bookedAt, closedAt } = lead;
  const { first, later } = salesOf(lead);
  const wonAt = lead.wonAt ?? closedAt;
  return [
    ...(bookedAt ? [{ name: names.bookings, at: bookedAt }] : []),
    ...(status === 'won' && wonAt ? [{ at: wonAt, amount: first }, ...later] : []).map(({ at, amount: value }) => {
      return { name: names.won, at, value };
    }),
  ];
}
