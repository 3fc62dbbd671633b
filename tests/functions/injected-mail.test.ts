import { afterEach, expect, test, vi } from 'vitest';
import { callbackService } from '#contracts/consultation';
import { MINUTE } from '#lib/time/units';
import { apiForTests, mailServerForTests } from '#tests/support/admin-api';
import { newVisitor } from '#tests/support/visitor';

const api = apiForTests();
const server = mailServerForTests();
afterEach(() => void vi.useRealTimers());

const EVIL = 'evil@evil.example';
/** What would add a header, a recipient, a part or a line of the calendar file if it were not held to its field. */
const injected = [
  ...['\r\n', '\n', '\r', '\u2028', '\u0085', '\u0000'].map((end) => `A${end}Bcc: ${EVIL}${end}X-Evil: 1`),
  `A\r\nRCPT TO:<${EVIL}>\r\nDATA`,
  `A\r\n.\r\nMAIL FROM:<${EVIL}>`,
  `A\r\nEND:VEVENT\r\nATTENDEE:mailto:${EVIL}`,
  `=?utf-8?q?A=0D=0ABcc:_${EVIL}?=`,
  `"A" <${EVIL}>, <${EVIL}>`,
  `A\r\n\r\n<script>alert(1)</script>`,
];
const fields = ['name', 'phone', 'email', 'zipCode', 'city', 'address', 'message', 'serviceInterest', 'utm_source'];

test.each(injected)('%j in any field adds no header, recipient, part or line to a mail', async (typed) => {
  const visitors = new Set(['owner@example.com', 'hello@example.com']);
  const slots = await api.openSlots();
  let kept = 0;
  for (const field of fields) {
    const body = { ...newVisitor(), [field]: typed, attribution: { [field]: typed } };
    const form = { ...newVisitor(), serviceInterest: callbackService, [field]: typed };
    for (const { email } of [body, form]) if (email !== typed) visitors.add(email);
    const answer = await api.ask('POST', '/api/consultation-requests', { body });
    const sent = await api.submit('/api/callback', form, { 'accept-language': 'es' });
    expect([201, 400], field).toContain(answer.status);
    expect([303, 400], field).toContain(sent.status);
    kept += Number(answer.status === 201) + Number(sent.status === 303);
    const slot = answer.status === 201 && slots.shift();
    if (slot) await api.book((await answer.json()).id, slot);
  }
  await api.settled();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * MINUTE });
  await api.run('deliver-mail');
  expect(kept).toBeGreaterThan(4);
  expect(server.received.length).toBeGreaterThanOrEqual(kept);
  for (const { from, to, mail } of server.received) {
    const replies = (mail.replyTo ?? []).map(({ address = '' }) => address);
    expect([...to, ...replies].filter((address) => !visitors.has(address))).toEqual([]);
    expect(mail.headers.filter(({ key }) => key === 'bcc' || key.startsWith('x-evil'))).toEqual([]);
    expect([from, mail.html?.includes('<script>alert')]).toEqual(['hello@example.com', false]);
    for (const { content } of mail.attachments) {
      const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
      expect(text.replaceAll(/\r\n[ \t]/g, '')).not.toMatch(/^(?:ATTENDEE|BCC|X-EVIL)[^\n]*evil|^X-Evil/im);
    }
  }
});
