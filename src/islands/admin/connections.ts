import { atom } from 'nanostores';
import { say } from '#browser/say';
import { Connections } from '#contracts/connections';
import { browserEnvironment, type Environment } from '#browser/environment';
import type { ShownLead } from '#lead/answers';
import { reach, whyNot, type WhyNot } from '#lead/reach';
import { sendsTexts } from '#lib/offers-texts';

/** How the site reaches people; `null` until it is known. A page that cannot read it says nothing about it. */
export const $connections = atom<Connections | null>(null);

export async function loadConnections({ client }: Pick<Environment, 'client'> = browserEnvironment): Promise<void> {
  const known = await client.send('GET', '/api/connections', Connections).catch(() => null);
  if (known) $connections.set(known);
}

/** Visitors get no mail: none is set up, or it has failed for an hour. */
export const isMailOut = (known: Connections | null): boolean => (known?.mail ?? 'ok') !== 'ok';

/** The ways by which the lead's visitor hears such news from this site, with the address of each. Mail may wait. */
export const waysTo = (lead: Pick<ShownLead, 'request' | 'hasStopped'>, kind: string) =>
  reach(lead, kind, { open: { texts: sendsTexts, mail: true }, hasStopped: lead.hasStopped });

const noMail = say('There is no mail address');
const notReached: Readonly<Record<WhyNot, string>> = {
  off: noMail,
  noAddress: noMail,
  notAgreed: say('There is no mail address, and they have not agreed to texts'),
  stopped: say('There is no mail address, and they have stopped texts'),
};

/** Why no way reaches the lead's visitor: `There is no mail address, and they have not agreed to texts`. */
export function noWayWords(lead: Pick<ShownLead, 'request' | 'hasStopped'>): string {
  const why = whyNot(lead, 'texts', { open: { texts: sendsTexts }, hasStopped: lead.hasStopped });
  return why ? notReached[why] : noMail;
}

/** `text and mail`; empty without a way. */
export const wayWords = (ways: ReturnType<typeof waysTo>): string =>
  ways.map(({ way }) => (way === 'texts' ? say('text') : say('mail'))).join(say(' and '));

interface Trouble {
  readonly words: string;
  readonly remedy: string;
}

const troubles: { readonly [Name in keyof Connections]: Record<Exclude<Connections[Name], 'ok'>, Trouble> } = {
  restore: {
    failing: {
      words: say('A restore has not ended: visitors can book no times.'),
      remedy: say(
        'Please ask whoever looks after the website to put the same backup back again: npm run restore (docs/operations.md).',
      ),
    },
  },
  mail: {
    off: {
      words: say('Visitors get no mail yet.'),
      remedy: say('Please tell visitors of their times yourself.'),
    },
    failing: {
      words: say('Visitors get no mail: it has failed for an hour.'),
      remedy: say(
        'Please tell visitors of their times yourself. What waits is sent once the mail account works again.',
      ),
    },
  },
  texts: {
    failing: {
      words: say('Visitors get no texts: they have failed for an hour.'),
      remedy: say(
        'Please tell visitors of their times yourself. The provider’s console says why; what waits is sent once it works again (docs/texts.md).',
      ),
    },
  },
  calendar: {
    off: {
      words: say('Visits are not in Google Calendar yet.'),
      remedy: say('Visits stand here and under Leads. Under Alerts you can add them to your phone’s calendar.'),
    },
    failing: {
      words: say('Google Calendar does not answer: visitors can book no times.'),
      remedy: say(
        'If this lasts, please try the calendar under Set up, and connect it again if Google has ended the access.',
      ),
    },
  },
  busy: {
    failing: {
      words: say('Your other calendar cannot be read.'),
      remedy: say(
        'What it said last counts for a day. After that visitors can book no times. Please try it under Set up, or disconnect it there.',
      ),
    },
  },
  push: {
    off: {
      words: say('Your phone is not notified yet.'),
      remedy: say('Please look here for new requests.'),
    },
    failing: {
      words: say('Your phone is not notified: notifications have failed for an hour.'),
      remedy: say('Please look here for new requests, and under Alerts at your devices.'),
    },
  },
  backups: {
    off: {
      words: say('No backups are made yet.'),
      remedy: say('If the site’s records were lost, nothing could bring them back.'),
    },
    failing: {
      words: say('Last night’s backup is missing.'),
      remedy: say('Under Alerts stands the last one. Whoever looks after the website finds the reason in the log.'),
    },
  },
};

/** The connections that do not work, the worst first. `isUrgent`: somebody waits for it in vain. */
export function troublesOf(known: Connections | null): readonly (Trouble & { readonly isUrgent: boolean })[] {
  if (!known) return [];
  const found = (['restore', 'mail', 'texts', 'calendar', 'busy', 'push', 'backups'] as const).flatMap((name) => {
    const state = known[name];
    const ofName: Partial<Record<typeof state, Trouble>> = troubles[name];
    const trouble = ofName[state];
    return trouble ? [{ ...trouble, isUrgent: name === 'mail' || state === 'failing' }] : [];
  });
  return found.toSorted((one, other) => Number(other.isUrgent) - Number(one.isUrgent));
}
