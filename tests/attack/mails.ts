import { callbackService } from '#contracts/consultation';
import { MailServer } from '#tests/support/mail-server';
import { newVisitor } from '#tests/support/visitor';
import type { Outcome } from './outcome.ts';
import { ask, openSite, openSlots, post } from './target.ts';

const EVIL = 'evil@evil.example';
/** What would add a header, a recipient, a part or a line of the calendar file if it were not held to its field. */
const INJECTED = [
  ...['\r\n', '\n', '\r', '\u2028', '\u0085', '\u0000'].map((end) => `A${end}Bcc: ${EVIL}${end}X-Evil: 1`),
  `A\r\nRCPT TO:<${EVIL}>\r\nDATA`,
  `A\r\n.\r\nMAIL FROM:<${EVIL}>`,
  `A\r\nEND:VEVENT\r\nATTENDEE:mailto:${EVIL}`,
  `=?utf-8?q?A=0D=0ABcc:_${EVIL}?=`,
  `"A" <${EVIL}>, <${EVIL}>`,
  `A\r\n\r\n<script>alert(1)</script>`,
];
const FIELDS = ['name', 'phone', 'email', 'zipCode', 'city', 'address', 'message', 'serviceInterest'] as const;
const OTHERS = ['preferredContact', 'referrer', 'utm_source', 'landingPage'] as const;

/** Headers, recipients and lines injected through every text of a request, of a form and of a booking, to a mail server. */
export async function attackMails(outcome: Outcome): Promise<void> {
  const mail = new MailServer();
  await mail.start();
  const site = await openSite({ RATE_LIMIT: 'off', SMTP_URL: mail.url });
  const slots = await openSlots(site);
  const visitors = new Set(['owner@example.com', 'site@example.com']);
  let kept = 0;
  for (const field of [...FIELDS, ...OTHERS]) {
    for (const text of INJECTED) {
      const visitor = { ...newVisitor(), [field]: text, attribution: { [field]: text } };
      visitors.add(visitor.email);
      const { status, body } = await post(site, '/api/consultation-requests', visitor);
      outcome.held(status === 201 || status === 400, `${status} for ${field}`);
      if (status === 201) kept += 1;
      const slot = status === 201 ? slots.shift() : undefined;
      if (slot) {
        const booking = { consultationId: JSON.parse(body).id, slotStart: slot.start, slotEnd: slot.end };
        await post(site, '/api/calendar/book', booking);
      }
      const form = { ...newVisitor(), serviceInterest: callbackService, [field]: text };
      visitors.add(form.email);
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'es' };
      const sent = new URLSearchParams(form).toString();
      const answer = await ask(site, { method: 'POST', path: '/api/callback', headers, body: sent });
      outcome.held(answer.status === 303 || answer.status === 400, `${answer.status} for ${field} in the form`);
      if (answer.status === 303) kept += 1;
    }
  }
  await site.stop();
  for (const { from, to, mail: read } of mail.received) {
    const { html = '' } = read;
    const lines = read.attachments.map(({ content }) =>
      String(typeof content === 'string' ? content : new TextDecoder().decode(content)),
    );
    const replies = (read.replyTo ?? []).map(({ address = '' }) => address);
    const strangers = [...to, ...replies].filter((address) => !visitors.has(address) || address === EVIL);
    const headers = read.headers.filter(({ key }) => key === 'bcc' || key.startsWith('x-evil'));
    const isHeld =
      strangers.length === 0 &&
      headers.length === 0 &&
      from === 'site@example.com' &&
      !html.includes('<script>alert') &&
      !/^(?:ATTENDEE|BCC|X-EVIL)[^\n]*evil|^X-Evil/im.test(lines.join('\n').replaceAll(/\r\n[ \t]/g, ''));
    outcome.held(isHeld, `a mail to ${to.join()}: ${JSON.stringify(read.subject)}`);
  }
  outcome.notes.push(`${kept} texts kept, ${mail.received.length} mails read`);
  if (kept === 0 || mail.received.length < kept / 2) outcome.through.push('there were too few mails to show anything');
  await mail.stop();
}
