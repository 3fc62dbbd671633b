import { business } from '#business';
import type { Send } from './deliver.ts';
import { readMailbox } from './message.ts';
import { hostOf, type MailSite } from './messages/site.ts';
import { smtpSender } from './smtp.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where mails say they come from, and how they are sent; `send` is `null` where none are. */
export function mailSettings(env: Environment, context: string): { site: MailSite; send: Send | null } {
  const { SMTP_URL: url, MAIL_FROM: from, MAIL_TO: owner } = env;
  const origin = siteOrigin(env);
  const nobody = { name: business.name, address: `visits@${new URL(origin).hostname}` };
  const site = { origin, from: from ? readMailbox(from) : nobody };
  if (!url || !from || !owner || !mayMail(context)) return { site, send: null };
  return { site, send: smtpSender({ url, from: site.from, owner: readMailbox(owner) }, hostOf(site)) };
}

/**
 * The variables reach previews and branch deploys too, so only the live site and a developer's own machine mail:
 * nobody's trial may write to a customer.
 */
function mayMail(context: string): boolean {
  return context === 'production' || context === 'dev';
}

/** The site's own address, else the one that Netlify gave it (`URL`, set where functions run), else the local host's. */
export function siteOrigin(env: Environment): string {
  const { SITE_URL: own, URL: given, PORT: port = '8888' } = env;
  const address = [own, given].find((text) => text && URL.canParse(text)) ?? `http://localhost:${port}`;
  return new URL(address).origin;
}
