import { usualPhone } from './contact.ts';

/** How a visit is confirmed, before the number or the address. `contact` names no way. */
type Words = Readonly<Record<'text' | 'email' | 'phone' | 'contact', string>>;

/**
 * The sentence that says how the visit is confirmed, without its full stop, and the number or address that ends it. `by`: the
 * server's answer; absent where it promises no way. The dialog, the thanks and the visit's page say it so.
 */
export function confirmation(
  words: Words,
  by: keyof Words | undefined,
  { phone = '', email = '' }: Readonly<Partial<Record<'phone' | 'email', string | undefined>>>,
): { readonly sentence: string; readonly isMail: boolean; readonly to: string } {
  const isMail = by === 'email' || (!by && email !== '');
  const way = by ?? (isMail ? 'email' : 'contact');
  return { sentence: words[way], isMail, to: isMail ? email : usualPhone(phone) };
}
