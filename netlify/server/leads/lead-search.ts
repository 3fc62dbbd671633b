import type { LeadQuery } from '#contracts/lead';
import type { Lead } from './lead.ts';

const FEWEST_DIGITS = 3;
const PHONE_LIKE = /^[\d\s().+-]+$/;
const texts = new WeakMap<Lead, { words: string; phone: string }>();

/**
 * Whether a lead is what the query asks for. Every word of the search must be found somewhere in it, in capitals or not
 * and with or without accents; what looks like a phone number is compared by its digits too, a leading 1 aside.
 */
export function matcherOf({ search, status }: Pick<LeadQuery, 'search' | 'status'>): (lead: Lead) => boolean {
  const words = folded(search).split(' ').filter(Boolean);
  const digits = phoneDigits(search);
  return (lead) => {
    if (status && lead.status !== status) return false;
    const text = textOf(lead);
    if (digits && text.phone.includes(digits)) return true;
    return words.every((word) => text.words.includes(word));
  };
}

function phoneDigits(search: string): string | null {
  if (!PHONE_LIKE.test(search)) return null;
  const digits = search.replace(/\D/g, '');
  if (digits.length < FEWEST_DIGITS) return null;
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

/** Made once for each version of a lead, as long as the list holds it. */
function textOf(lead: Lead): { words: string; phone: string } {
  const made = texts.get(lead);
  if (made) return made;
  const { name, email, phone, zipCode, address, message } = lead.request;
  const parts = [name, email, phone, zipCode, address, message, lead.notes];
  const text = {
    words: folded(parts.filter((part) => part !== undefined).join('\n')),
    phone: (phone ?? '').replace(/\D/g, ''),
  };
  texts.set(lead, text);
  return text;
}

/** Lower case, without accents, with single spaces. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}
