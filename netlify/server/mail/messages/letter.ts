import { business, storeHours } from '#business';
import { escapeHtml } from '#lib/escape-html';

/** A line of the letter's table. */
export interface Fact {
  readonly label: string;
  readonly lines: readonly string[];
  readonly isStrong?: boolean;
  /** Makes the lines a link, such as `tel:`. */
  readonly href?: string;
}

interface Link {
  readonly label: string;
  readonly href: string;
}

/** What a mail says; its HTML and its plain text are both made of this, so they never differ. */
export interface Letter {
  readonly title: string;
  /** Stands beside the subject in a list of mails. */
  readonly preview: string;
  readonly opening: readonly string[];
  readonly facts: readonly Fact[];
  readonly closing: readonly string[];
  /** The one filled button. */
  readonly action?: Link;
  readonly second?: Link;
  /** Why the reader gets this. */
  readonly reason: string;
}

const footer = [
  `${business.name}, ${business.address.city}, ${business.address.state} ${business.address.postalCode}`,
  storeHours.join(' and '),
];

export function letterText(letter: Letter): string {
  const width = Math.max(0, ...letter.facts.map(({ label }) => label.length)) + 3;
  const facts = letter.facts.flatMap(({ label, lines }) =>
    lines.map((line, index) => `${(index === 0 ? `${label}:` : '').padEnd(width)}${line}`.trimEnd()),
  );
  const links = [letter.action, letter.second].flatMap((link) => (link ? [textLink(link)] : []));
  const parts = [
    letter.title,
    ...letter.opening,
    facts.join('\n'),
    ...letter.closing,
    links.join('\n'),
    ['--', ...footer, letter.reason].join('\n'),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** The label of a telephone link already has the number. */
function textLink({ label, href }: Link): string {
  return href.startsWith('tel:') ? label : `${label}:\n${href}`;
}

const SANS = 'Arial,Helvetica,sans-serif';
const SERIF = "Georgia,'Times New Roman',serif";

/** Inline styles are the light look; a program that knows dark mode gets the site's night colors instead. */
const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background:#131210!important}
.sheet{background:#1b1916!important;border-top-color:#bfb5a6!important;border-bottom-color:#423c35!important}
.ink,.ink a{color:#f8f5ef!important}
.soft,.mute{color:#bfb5a6!important}
.rules{border-top-color:#bfb5a6!important;border-bottom-color:#423c35!important}
.act{background:#8fc9c4!important}
.act a{color:#1b1916!important}
.link a{color:#8fc9c4!important}
}`;

export function letterHtml(letter: Letter): string {
  const title = escapeHtml(letter.title);
  const soft = `font:400 16px/1.6 ${SANS};color:#51483f;word-break:break-word`;
  const row = (space: number, style: string, classes: string, content: string) =>
    `<tr><td class="${classes}" style="padding:${space}px 32px 0;${style}">${content}</td></tr>`;
  const paragraphs = (texts: readonly string[], space: number) =>
    texts.map((text) => row(space, soft, 'soft', escapeHtml(text))).join('\n');
  return `<!doctype html>
<html lang="en-US"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no"><title>${title}</title><style>${DARK}</style></head>
<body class="ground" style="margin:0;padding:0;background:#efe9de;color:#211c17;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(letter.preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="ground" style="background:#efe9de"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="sheet" style="max-width:600px;background:#fffdf9;border-top:8px solid #211c17;border-bottom:6px solid #e0d7c7">
<tr><td class="ink" style="padding:28px 32px 0;font:300 24px/1.1 ${SERIF};color:#211c17">${business.shortName} <span class="mute" style="font:400 13px/1 ${SANS};color:#6a6055">&nbsp;${business.descriptor}</span></td></tr>
<tr><td class="ink" style="padding:36px 32px 0;font:400 34px/1.12 ${SERIF};letter-spacing:-.4px;color:#211c17;word-break:break-word">${title}</td></tr>
${paragraphs(letter.opening, 16)}
${row(28, '', '', factTable(letter.facts))}
${paragraphs(letter.closing, 24)}
${letter.action ? row(24, '', '', button(letter.action)) : ''}
${letter.second ? row(16, `font:400 16px/1.6 ${SANS}`, 'link', link(letter.second)) : ''}
<tr><td class="mute" style="padding:40px 32px 28px;font:400 13px/1.6 ${SANS};color:#6a6055">${[...footer, letter.reason].map(escapeHtml).join('<br>')}</td></tr>
</table></td></tr></table></body></html>
`;
}

function factTable(facts: readonly Fact[]): string {
  const rows = facts.map((fact, index) => {
    const padding = `padding:${index === 0 ? 16 : 8}px 0 ${index === facts.length - 1 ? 16 : 4}px`;
    const label = `<td class="mute" valign="top" style="${padding};width:80px;color:#6a6055;font-size:14px">${escapeHtml(fact.label)}</td>`;
    return `<tr>${label}<td class="ink" style="${padding};color:#211c17;word-break:break-word">${factValue(fact)}</td></tr>`;
  });
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="rules" style="border-top:1px solid #211c17;border-bottom:1px solid #d3c9b8;font:400 16px/1.5 ${SANS}">
${rows.join('\n')}</table>`;
}

function factValue({ lines, isStrong, href }: Fact): string {
  const [first = '', ...more] = lines.map(escapeHtml);
  const text = [isStrong ? `<strong>${first}</strong>` : first, ...more].join('<br>');
  return href ? `<a href="${escapeHtml(href)}" style="color:#211c17;text-decoration:underline">${text}</a>` : text;
}

function button({ label, href }: Link): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td class="act" style="background:#0f5b5c;border-radius:2px"><a href="${escapeHtml(href)}" style="display:inline-block;padding:16px 28px;font:700 16px/1.2 ${SANS};color:#f8f5ef;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;
}

function link({ label, href }: Link): string {
  return `<a href="${escapeHtml(href)}" style="color:#0f5b5c;text-decoration:underline">${escapeHtml(label)}</a>`;
}
