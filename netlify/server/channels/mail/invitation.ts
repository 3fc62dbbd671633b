import { business } from '#business';
import { oneLine } from '#contracts/text';
import { type Language, languageOf } from '#i18n/language';
import { asciiEmail } from '#server/leads/person-keys';
import { type AboutLead, type Box, enqueue } from '#server/outbox/outbox';
import { mailOf } from './letter.ts';

const words: Record<Language, { readonly title: string; readonly opening: string; action: string; reason: string }> = {
  en: {
    title: `You are invited to the pages of ${business.shortName}`,
    opening:
      'Open the link on the phone or computer that you work with, within 48 hours. It works once. There you make a passkey: your face, your finger or a PIN then signs you in.',
    action: 'Make your passkey',
    reason: `You receive this because ${business.name} has added you to its team.`,
  },
  es: {
    title: `Lo invitaron a las páginas de ${business.shortName}`,
    opening:
      'Abra el enlace en el teléfono o la computadora con que trabaja, dentro de 48 horas. Funciona una sola vez. Ahí crea una llave de acceso: después entra con su cara, su dedo o un PIN.',
    action: 'Crear su llave de acceso',
    reason: `Recibe este correo porque ${business.name} lo agregó a su equipo.`,
  },
};

/**
 * Stores the mail of an invitation. It holds the link, and goes out no later than `until`, when that is over. Times in ms
 * since the epoch.
 */
export async function mailInvitation(
  box: Box<AboutLead>,
  { id, name, email, language: tag }: { id: string; name: string; email: string; language?: string | undefined },
  { link, until, now }: { readonly link: string; readonly until: number; readonly now: number },
): Promise<void> {
  const language = languageOf(tag);
  const { title, opening, action, reason } = words[language];
  const letter = {
    title,
    preview: opening,
    opening: [opening],
    action: { label: action, href: link },
    reason,
    language,
  };
  const to = { name: oneLine(name), address: asciiEmail(email) };
  await forgetInvitation(box, id);
  const message = mailOf({ to, replyTo: 'owner', lead: '', subject: title }, letter);
  await enqueue(box, `invitation-${id}-${now}`, message, now, { onlyIf: { kind: 'early', before: until } });
}

/** Takes back the mail that has not gone out. */
export async function forgetInvitation({ waiting }: Box<AboutLead>, person: string): Promise<void> {
  for (const name of await waiting.names(`invitation-${person}-`)) await waiting.delete(name);
}
