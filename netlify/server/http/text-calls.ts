import type { Lead } from '#lead/lead';
import { changeLead, findLead, receiveRequest } from '#server/leads/lead-records';
import type * as z from 'zod/mini';
import type { NewText } from '#contracts/texts';
import { IncomingText, takeStatus, takeText, TextStatus } from '#server/channels/texts/incoming';
import { signedFields } from '#server/channels/texts/provider';
import { conversationOf } from '#server/channels/texts/thread';
import { escapeHtml } from '#lib/escape-html';
import { csvLine, csvStart } from '#server/leads/lead-csv';
import { leadReference, secretLeadIds } from '#server/leads/lead-id';
import { type LedgerEntry, readLedger } from '#server/leads/text-ledger';
import { shortVisitToken, visitLink, visitSecret } from '#server/leads/visit-link';
import { withMilestones } from '#lead/decide';
import { tell } from '#server/news/untold';
import type { AdminCall } from './owner-session.ts';
import { file, json, xml } from './answers.ts';
import type { Call } from './call.ts';
import { Refusal } from './refusal.ts';
import { keepPictures } from './keep-pictures.ts';
import { parsed, readBytes } from './request-body.ts';

/** The provider's calls have about 1 kB. */
const MAX_BYTES = 32_768;

/** The provider's call, if it has signed it. Refuses any other with 403, and all where no provider is set up. */
async function fromProvider<Schema extends z.ZodMiniType>({ request, services }: Call, schema: Schema) {
  const token = services.textsToken;
  const body = token ? await readBytes(request, MAX_BYTES) : null;
  const { headers, url } = request;
  const origin = services.site.origin;
  const fields = token && body && (await signedFields({ headers, url, body }, { origin, token }));
  if (!fields) throw new Refusal(403, 'foreign');
  return parsed(schema, fields);
}

/** `POST /api/texts/incoming`: 200 and the provider's XML, with an answer to a word such as HELP; 400, 403. */
export async function takeIncoming(call: Call): Promise<Response> {
  const { services, later } = call;
  const incoming = await fromProvider(call, IncomingText);
  const { leads, notify, report } = services;
  const now = services.now();
  const keepRequest = async (request: Lead['request'], number: string) => {
    const ids = secretLeadIds(await visitSecret(services.auth), `text\n${number}`);
    const kept = { ids, request, source: 'text', now: new Date(now) } as const;
    const { lead, isNew } = await receiveRequest(leads, kept);
    await tell(services, lead, { isNew, later });
    return lead;
  };
  const linkOf = (lead: Lead) => visitLink(services, lead, shortVisitToken);
  const keepPicture = (lead: string, address: string) =>
    later(async () => {
      const bytes = await services.readTextedPicture(address);
      const refused = bytes && (await keepPictures(call, [new File([bytes], 'picture')], { lead }));
      if (!bytes || refused) report('Keeping a picture of a text', refused ?? 'unread');
    });
  const answer = await takeText({ leads, notify, now, report, keepRequest, linkOf, keepPicture }, incoming);
  return twiml(answer ? `<Message>${escapeHtml(answer)}</Message>` : '');
}

const twiml = (inner: string) =>
  xml(`<?xml version="1.0" encoding="UTF-8"?><Response>${inner}</Response>`, { 'cache-control': 'no-store' });

/** `POST /api/texts/status?lead=…&key=…`: 200, also of a text that nobody knows any more; 400, 403. */
export async function noteStatus(call: Call): Promise<Response> {
  const status = await fromProvider(call, TextStatus);
  const { searchParams } = new URL(call.request.url);
  const [lead = '', key = ''] = ['lead', 'key'].map((name) => searchParams.get(name) ?? '');
  const { leads, notify, now } = call.services;
  await takeStatus({ leads, notify, now: now() }, { lead, key }, status);
  return twiml('');
}

/** `GET /api/leads/{id}/texts`: 200 and the conversation; 404. */
export async function showConversation(call: AdminCall): Promise<Response> {
  const { services } = call;
  return json(200, await conversationOf(services.leads, await leadOf(call), services.channels.texts !== null));
}

/** `GET /api/leads/{id}/texts/proof`: 200 and all that was said of texts to its number, as CSV; 404. */
export async function sendProof(call: AdminCall): Promise<Response> {
  const { services } = call;
  const { number } = await conversationOf(services.leads, await leadOf(call), true);
  if (!number) throw new Refusal(404, 'noLead');
  const { entries } = await readLedger(services.leads, number);
  const name = `texts-${number.replace('+', '')}.csv`;
  return file(ledgerLines(number, entries), { name, type: 'text/csv; charset=utf-8' });
}

function* ledgerLines(number: string, entries: readonly LedgerEntry[]): Generator<string> {
  yield csvStart(['Number', 'When (UTC)', 'What', 'Who', 'Where', 'Wording', 'Text', 'Lead']);
  for (const { at, what, by, where = '', wording = '', text = '', lead } of entries)
    yield csvLine([number, at, what, by, where, wording, text, lead ? leadReference(lead) : '']);
}

async function leadOf({ services, params }: AdminCall): Promise<Lead> {
  const found = await findLead(services.leads, params['id'] ?? '');
  if (!found || found.lead.isRemoving) throw new Refusal(404, 'noLead');
  return found.lead;
}

/**
 * `POST /api/leads/{id}/texts`: 200 and the conversation, with the answer, which goes out at once, also at night; 404;
 * 409 if the number has stopped, or never agreed or wrote, the lead is a robot's, or another text has come.
 */
export async function answerText({ id, text, seen }: NewText, call: AdminCall): Promise<Response> {
  const { services, subject: by } = call;
  const { leads } = services;
  const asked = await leadOf(call);
  const { mayAnswer, standing, number } = await conversationOf(leads, asked, services.channels.texts !== null);
  if (!mayAnswer || !number) throw new Refusal(409, standing === 'stopped' ? 'textsStopped' : 'textsNotAgreed');
  if (asked.isSpam) throw new Refusal(409, 'textsToRobot');
  if (asked.unansweredTexts?.some((one) => seen && !seen.includes(one.id))) throw new Refusal(409, 'textsSince');
  // Stored before the lead says that it is answered: a death in between leaves the question open.
  await services.notify({ kind: 'answer', lead: asked, id, text, by, number });
  const moment = services.now();
  // An answer is a first contact too.
  const changed = await changeLead(leads, asked.id, (lead) => {
    const { unansweredTexts: all = [], ...rest } = lead;
    const left = all.filter((one) => seen && !seen.includes(one.id));
    const status = lead.status === 'new' ? 'contacted' : lead.status;
    const at = { by, updatedAt: new Date(moment).toISOString() };
    return withMilestones(
      lead,
      { ...rest, ...(left.length > 0 && { unansweredTexts: left }), ...at, status },
      { now: moment, byOwner: true },
    );
  });
  return json(200, await conversationOf(leads, changed?.after ?? asked, true));
}
