/**
 * What the sender asks of us. `refusal`: the sender wants no more texts, in a sentence that the owner reads too. `yes` begins
 * again as `again` does, of somebody who has stopped; of others it is a message.
 */
export type Keyword = 'stop' | 'refusal' | 'again' | 'yes' | 'help';

/** The words of the carriers and the law, and their Spanish. Each counts alone. */
const words: Readonly<Record<Exclude<Keyword, 'refusal'>, readonly string[]>> = {
  stop: [
    ...['stop', 'stopall', 'stop all', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout', 'opt out'],
    ...['please stop', 'stop please', 'alto', 'baja', 'parar', 'pare', 'cancelar', 'por favor pare'],
  ],
  again: ['start', 'unstop'],
  yes: ['si'],
  help: ['help', 'info', 'ayuda'],
};
const names = Object.keys(words) as (keyof typeof words)[];

/** Sentences by which people refuse texts, in words without accents and marks. */
const REFUSALS = [
  /\b(stop|quit) (all |the |these |your )?(texts|texting|messages|messaging|contacting|sending)\b/,
  /\bno more (texts|messages)\b/,
  /\b(do not|dont) (ever )?(text|message|contact)\b/,
  /\b(remove|unsubscribe|delete) (me|my number|this number)\b/,
  /\b(take me|take my number|get me) off\b/,
  /\bopt me out\b|\bi want to opt out\b/,
  /\bleave me alone\b/,
  /^(sorry )?(you have the |this is the |its the )?wrong (number|person)$/,
  /\bno( me)? (escriban?|escribas|manden?|mandes|envien?|envies|contacten?|texteen?)\b/,
  /\b(deje|dejen|deja|pare|paren) de (escribir|mandar|enviar|contactar|textear)/,
  /\bno mas (mensajes|textos)\b|\bno quiero (mas )?(mensajes|textos)\b/,
  /\b(quiten|quite|quita|borren|borre|saquen|saque)me\b/,
  /^(perdon |lo siento )?(es )?(un )?numero equivocado$/,
];
/** Nobody refuses so: `Don't stop texting me`. */
const MEANT_OTHERWISE = /\b(dont|do not|never|no) (stop|quit|dejen?|paren?)\b/;

/** The lines below a text, by which a phone or a person signs it. */
const SIGNATURE = /^\s*([-–—~]|sent from|enviado desde|get outlook)/i;

/** In small letters without accents and marks: `¡ALTO! 🙏` is `alto`, `opt-out` is `optout`. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’/-]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase()
    .trim();

/**
 * What the visitor asks for. A keyword counts where it stands alone, above a signature at most. A sentence counts where it
 * refuses texts. `null`: the text is a message, whatever words are in it.
 */
export function keywordOf(text: string): Keyword | null {
  const lines = text.split('\n');
  const signed = lines.findIndex((line, index) => index > 0 && SIGNATURE.test(line));
  const said = plain((signed < 0 ? lines : lines.slice(0, signed)).join('\n'));
  const alone = names.find((name) => words[name].includes(said));
  if (alone) return alone;
  return REFUSALS.some((refusal) => refusal.test(said)) && !MEANT_OTHERWISE.test(said) ? 'refusal' : null;
}

/** A phone's reaction to a text of ours, in the words that other phones show. */
const REACTION =
  /^(liked|loved|disliked|laughed at|emphasized|questioned|reacted|removed a|le gustó|le encantó|no le gustó|reaccionó|enfatizó|marcó)\s.*["“«]/i;
const THANKS =
  /^(ok |great |perfect )?(many )?(thanks|thank you|thx|ty|gracias|muchas gracias|mil gracias)( so much| very much)?$/;

/** Nobody waits for an answer to it: a reaction, signs alone, or thanks. */
export const isCourtesy = (text: string): boolean =>
  REACTION.test(text) || plain(text) === '' || THANKS.test(plain(text));
