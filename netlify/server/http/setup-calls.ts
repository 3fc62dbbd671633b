import { randomBytes } from 'node:crypto';
import { business } from '#business';
import { type Setup, type SetupEntry, type SetupLine, setupLines, type SetupTry, type Trial } from '#contracts/setup';
import type { Say } from '#i18n/admin-text';
import { wordsIn } from '#i18n/owner-words';
import type { Variables } from '#server/env';
import { isKeptLine, keepVariables, type KeptLine, personOfLine } from '#server/setup/kept-variables';
import { empty, json } from './answers.ts';
import { askedOnce, connectionStates } from './health.ts';
import { languageOfCall } from './language.ts';
import type { AdminCall } from './owner-session.ts';
import { Refusal } from './refusal.ts';
import type { Services } from './services.ts';
import { answerGoogle, askGoogle } from './setup-google.ts';
import { calendarsOfPeople, enterForPerson, forgetCalendars, wordsOf } from './setup-people.ts';
import { trials } from './setup-trials.ts';

/** `GET /api/setup`: 200 and what is set up, without secrets. */
export async function showSetup({ request, services }: AdminCall): Promise<Response> {
  const say = await sayFor(request);
  const asked = askedOnce(services, say);
  const states = {
    ...(await connectionStates(services, asked)),
    site: services.env['SITE_URL'] ? 'ok' : 'off',
  } as const;
  const { lines: entered, unreadable } = services.entered;
  const others = await wordsOf(services.feeds, asked);
  const ofPeople = await calendarsOfPeople(services, say, asked);
  const lines = setupLines.map((name): Setup['lines'][number] => {
    const state = states[name];
    const isOfPeople = name === 'busy' && state === 'off' && ofPeople.ofPeople !== undefined;
    const isEntered = isKeptLine(name) && entered.includes(name);
    const isThere = isEntered || state !== 'off';
    const words = name === 'busy' ? others : shownOf(name, services, say);
    const shown = isThere ? words : undefined;
    return {
      ...{ name, state: isOfPeople ? 'ok' : state, shown },
      ...(isThere && { by: isEntered ? 'owner' : 'host' }),
      ...(name === 'calendar' && isEntered && { endsAt: services.env['GOOGLE_ENDS_AT'] }),
      ...(isKeptLine(name) && unreadable.includes(name) && { isUnreadable: true }),
      ...(name === 'busy' && ofPeople),
    };
  });
  return json(200, { lines } satisfies Setup);
}

/** The words of a line that the page may show: they hold no secret. */
function shownOf(line: SetupLine, { env, site, calendar }: Services, say: Say): string | undefined {
  const { SMTP_URL: server, MAIL_TO: to, LEADS_WEBHOOK_URL: hook, TWILIO_ACCOUNT_SID: account } = env;
  if (line === 'site') return `${business.name}, ${site.origin}`;
  if (line === 'mail' && server && to)
    return say('From {from} to {to}, by {server}', { from: site.from.address, to, server: new URL(server).hostname });
  if (line === 'calendar') return calendar.name;
  if (line === 'webhook') return hook && new URL(hook).host;
  if (line !== 'texts' || !account) return undefined;
  // The pages ask for an agreement to texts, so they must be built with it.
  return env['TEXTS'] === 'on'
    ? account
    : say('{account}. No text goes out until the variable TEXTS is on.', { account });
}

/** `PUT /api/setup`: 200 and how the try went; what does not work is not kept. 409 where the host has set it. */
export async function enterSetup(entry: SetupEntry, { request, services }: AdminCall): Promise<Response> {
  const say = await sayFor(request);
  if (entry.line === 'google') return json(200, (await answerGoogle(entry, services, say)) satisfies Trial);
  const { line } = entry;
  const ofPerson = entry.line === 'busy' && (await enterForPerson(entry, services, say));
  if (ofPerson) return json(200, ofPerson satisfies Trial);
  requireOpen(line, services);
  if (entry.line === 'calendar') return json(200, (await askGoogle(entry, services, say)) satisfies Trial);
  const variables = await variablesOf(entry);
  const done = { isDone: true, words: say('It is set up.') };
  const trial: Trial = trials[line] ? await trials[line](services.under(variables), say, {}) : done;
  if (trial.isDone) await keepVariables(services.auth, { env: services.env, line, variables });
  const { LEADS_WEBHOOK_SECRET: secret } = variables;
  return json(200, { ...trial, ...(trial.isDone && secret && { secret }) } satisfies Trial);
}

/** In the language of the page. */
const sayFor = async (request: Request) => (await wordsIn(languageOfCall(request))).say;

/** `POST /api/setup/:line`: 200 and how a try of what is set up went. */
export async function trySetup(more: SetupTry, { request, services, params }: AdminCall): Promise<Response> {
  const trial = trials[params['line'] as SetupLine];
  if (!trial) throw new Refusal(404, 'nothing');
  return json(200, (await trial(services, await sayFor(request), more)) satisfies Trial);
}

/** `DELETE /api/setup/:line`: 204, once what was entered is gone. */
export async function forgetSetup({ services, params }: AdminCall): Promise<Response> {
  const { line = '' } = params;
  const person = personOfLine(line);
  if (person) await forgetCalendars(services, person);
  else if (!isKeptLine(line)) throw new Refusal(404, 'nothing');
  else await keepVariables(services.auth, { env: services.env, line, variables: null });
  return empty();
}

/** The host's variables win, so an entry would change nothing. */
function requireOpen(line: KeptLine, { entered }: Services): void {
  if (entered.byHost.includes(line)) throw new Refusal(409, 'setByHost');
}

const DEFAULT_PORT = 465;
const SECRET_BYTES = 32;

/** Turns the owner's entry into the variables that the host would have. */
async function variablesOf(entry: Exclude<SetupEntry, { line: 'calendar' | 'google' }>): Promise<Variables> {
  switch (entry.line) {
    case 'mail': {
      const [host = '', port = DEFAULT_PORT] = entry.server.split(':');
      const account = `${encodeURIComponent(entry.user)}:${encodeURIComponent(entry.password)}`;
      // Only this port is encrypted from the beginning; the others become so (STARTTLS).
      const protocol = Number(port) === DEFAULT_PORT ? 'smtps' : 'smtp';
      return {
        SMTP_URL: `${protocol}://${account}@${host}:${port}`,
        MAIL_FROM: `${business.name} <${entry.from}>`,
        MAIL_TO: entry.to,
      };
    }
    case 'texts':
      return {
        TWILIO_ACCOUNT_SID: entry.account,
        TWILIO_AUTH_TOKEN: entry.token,
        TWILIO_MESSAGING_SERVICE_SID: entry.service,
      };
    case 'webhook': {
      const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
      return { LEADS_WEBHOOK_URL: entry.address, LEADS_WEBHOOK_SECRET: secret };
    }
    case 'busy':
      return { BUSY_ADDRESSES: entry.addresses };
    case 'backups':
      return { BACKUP_KEY: entry.password };
    case 'push': {
      const { default: webPush } = await import('web-push');
      const { publicKey, privateKey } = webPush.generateVAPIDKeys();
      return { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
    }
  }
}
