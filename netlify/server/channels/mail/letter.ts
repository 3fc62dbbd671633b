import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import { business, colors, postalAddress, storeHours } from '#business';
import { type Language, locales } from '#i18n/language';
import { escapeHtml } from '#lib/escape-html';
import { visitorWords } from '#server/news/words';
import { Mailbox } from '#server/site';

const Party = z.union([z.literal('owner'), keptObject(Mailbox.shape)]);

/** A rendered mail in the outbox. It keeps the facts of the moment when it was written. */
export const Message = keptObject({
  /** `owner` is resolved when the mail is sent, so a corrected address takes effect. */
  to: Party,
  replyTo: Party,
  /** The lead's id. Mail programs group the mails about one lead. Empty for an invitation of a colleague. */
  lead: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** An iCalendar object and its METHOD (RFC 6047, 2.4). */
  invitation: z.optional(keptObject({ method: z.enum(['REQUEST', 'CANCEL']), content: z.string() })),
});
export type Message = z.infer<typeof Message>;

export interface Fact {
  readonly label: string;
  readonly lines: readonly string[];
  readonly isStrong?: boolean;
  readonly href?: string;
}

interface Link {
  readonly label: string;
  readonly href: string;
}

/** The content of a mail. Both its HTML and its plain text are made of it. */
export interface Letter {
  readonly title: string;
  readonly preview: string;
  readonly opening: readonly string[];
  readonly facts?: readonly Fact[];
  readonly closing?: readonly string[];
  readonly action?: Link;
  readonly second?: Link;
  readonly reason: string;
  readonly language?: Language;
}

/** The letter as a mail. */
export function mailOf(envelope: Pick<Message, 'to' | 'replyTo' | 'lead' | 'subject'>, letter: Letter): Message {
  return { ...envelope, text: letterText(letter), html: letterHtml(letter) };
}

function footerOf({ language = 'en', reason }: Letter): string[] {
  return [`${business.name}, ${postalAddress}`, visitorWords[language].hours(storeHours), reason];
}

function letterText({ facts = [], closing = [], ...letter }: Letter): string {
  const width = Math.max(0, ...facts.map(({ label }) => label.length)) + 3;
  const lines = facts.flatMap(({ label, lines: words }) =>
    words.map((line, index) => `${(index === 0 ? `${label}:` : '').padEnd(width)}${line}`.trimEnd()),
  );
  const links = [letter.action, letter.second]
    .filter((link) => link !== undefined)
    // A phone link's label already contains the number.
    .map(({ label, href }) => (href.startsWith('tel:') ? label : `${label}:\n${href}`));
  const parts = [
    letter.title,
    ...letter.opening,
    lines.join('\n'),
    ...closing,
    links.join('\n'),
    ['--', ...footerOf(letter)].join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

const SANS = 'Arial,Helvetica,sans-serif';
const SERIF = "Georgia,'Times New Roman',serif";

/** Dark mode. The inline styles draw the light look. */
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background:${colors['night-deep']}!important}
.sheet{background:${colors.night}!important;border-top-color:${colors['night-soft']}!important;border-bottom-color:${colors['night-line']}!important}
.ink,.ink a{color:${colors.paper}!important}
.soft,.mute{color:${colors['night-soft']}!important}
.rules{border-top-color:${colors['night-soft']}!important;border-bottom-color:${colors['night-line']}!important}
.act{background:${colors['lagoon-light']}!important}
.act a{color:${colors.night}!important}
.link a{color:${colors['lagoon-light']}!important}
}`;

function letterHtml({ facts = [], closing = [], ...letter }: Letter): string {
  const title = escapeHtml(letter.title);
  const soft = `font:400 16px/1.6 ${SANS};color:${colors.soft};word-break:break-word`;
  const row = (space: number, style: string, classes: string, content: string) =>
    `<tr><td class="${classes}" style="padding:${space}px 32px 0;${style}">${content}</td></tr>`;
  const paragraphs = (texts: readonly string[], space: number) =>
    texts.map((text) => row(space, soft, 'soft', escapeHtml(text))).join('\n');
  return `<!doctype html>
<html lang="${locales[letter.language ?? 'en']}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no"><title>${title}</title><style>${DARK}</style></head>
<body class="ground" style="margin:0;padding:0;background:${colors.linen};color:${colors.ink};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(letter.preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ground" style="background:${colors.linen}"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="sheet" style="max-width:600px;background:${colors.white};border-top:8px solid ${colors.ink};border-bottom:6px solid ${colors.flax}">
<tr><td class="ink" style="padding:28px 32px 0;font:300 24px/1.1 ${SERIF};color:${colors.ink}">${business.shortName} <span class="mute" style="font:400 13px/1 ${SANS};color:${colors.mute}">&nbsp;${business.descriptor}</span></td></tr>
<tr><td class="ink" style="padding:36px 32px 0;font:400 34px/1.12 ${SERIF};letter-spacing:-.4px;color:${colors.ink};word-break:break-word">${title}</td></tr>
${paragraphs(letter.opening, 16)}
${facts.length > 0 ? row(28, '', '', factTable(facts)) : ''}
${paragraphs(closing, 24)}
${letter.action ? row(24, '', '', button(letter.action)) : ''}
${letter.second ? row(16, `font:400 16px/1.6 ${SANS}`, 'link', link(letter.second)) : ''}
<tr><td class="mute" style="padding:40px 32px 28px;font:400 13px/1.6 ${SANS};color:${colors.mute}">${footerOf(letter).map(escapeHtml).join('<br>')}</td></tr>
</table></td></tr></table></body></html>
`;
}

function factTable(facts: readonly Fact[]): string {
  const rows = facts.map((fact, index) => {
    const padding = `padding:${index === 0 ? 16 : 8}px 0 ${index === facts.length - 1 ? 16 : 4}px`;
    const label = `<td class="mute" valign="top" style="${padding};width:80px;color:${colors.mute};font-size:14px">${escapeHtml(fact.label)}</td>`;
    return `<tr>${label}<td class="ink" style="${padding};color:${colors.ink};word-break:break-word">${factValue(fact)}</td></tr>`;
  });
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="rules" style="border-top:1px solid ${colors.ink};border-bottom:1px solid ${colors.hairline};font:400 16px/1.5 ${SANS}">
${rows.join('\n')}</table>`;
}

function factValue({ lines, isStrong, href }: Fact): string {
  const [first = '', ...more] = lines.map(escapeHtml);
  const text = [isStrong ? `<strong>${first}</strong>` : first, ...more].join('<br>');
  return href
    ? `<a href="${escapeHtml(href)}" style="color:${colors.ink};text-decoration:underline">${text}</a>`
    : text;
}

function button({ label, href }: Link): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td class="act" style="background:${colors.lagoon};border-radius:2px"><a href="${escapeHtml(href)}" style="display:inline-block;padding:16px 28px;font:700 16px/1.2 ${SANS};color:${colors.paper};text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;
}

function link({ label, href }: Link): string {
  return `<a href="${escapeHtml(href)}" style="color:${colors.lagoon};text-decoration:underline">${escapeHtml(label)}</a>`;
}
