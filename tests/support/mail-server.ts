import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A received mail. */
export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly mail: Email;
}

/** The server's behavior. `null` accepts an address or a message. */
interface Manners {
  /** It is silent, even without a greeting. */
  isMute: boolean;
  /** It takes the mail, but cuts the connection before it says so. */
  cutsAfterData: boolean;
  recipient(address: string): [code: number, text: string] | null;
  /** The answer to a message, once the promise resolves. */
  data(mail: Email): Promise<[code: number, text: string] | null>;
}

const polite: Manners = { isMute: false, cutsAfterData: false, recipient: () => null, data: async () => null };

interface Login {
  readonly username: string;
  readonly password: string;
}

/** A real SMTP server. `stop` and `start` keep its port. With a `login`, it refuses everybody else. */
export class MailServer {
  readonly received: Received[] = [];
  manners: Manners = { ...polite };
  #server: SMTPServer | null = null;
  #port = 0;

  readonly #login: Login | undefined;

  constructor(login?: Login) {
    this.#login = login;
  }

  get url(): string {
    return this.urlFor(this.#login);
  }

  /** The address with a login, as in `SMTP_URL`. */
  urlFor(login: Login | undefined): string {
    const user = login ? `${encodeURIComponent(login.username)}:${encodeURIComponent(login.password)}@` : '';
    return `smtp://${user}127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: this.#login === undefined,
      allowInsecureAuth: true,
      disabledCommands: this.#login ? ['STARTTLS'] : ['AUTH', 'STARTTLS'],
      onAuth: ({ username, password }, _session, answer) => {
        const isRight = username === this.#login?.username && password === this.#login?.password;
        answer(isRight ? null : new Error('Who are you?'), { user: username });
      },
      disableReverseLookup: true,
      closeTimeout: 50,
      onConnect: (_session, answer) => {
        if (!this.manners.isMute) answer();
      },
      onRcptTo: ({ address }, _session, answer) => answer(refusal(this.manners.recipient(address))),
      onData: (stream, session, answer) => void this.#take(stream, session.envelope).then(answer, answer),
    });
    // Some tests hang up in the middle, and the message then rejects.
    server.on('error', () => {});
    server.listen(this.#port, '127.0.0.1');
    await once(server.server, 'listening');
    this.#port = (server.server.address() as AddressInfo).port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server) await new Promise<void>((closed) => server.close(() => closed()));
  }

  /** Forgets all mail and bad behavior. */
  reset(): void {
    this.received.length = 0;
    this.manners = { ...polite };
  }

  async #take(stream: NodeJS.ReadableStream, envelope: Envelope): Promise<Error | null> {
    const bytes = await buffer(stream);
    const mail = await PostalMime.parse(bytes);
    const refused = refusal(await this.manners.data(mail));
    if (refused) return refused;
    const from = envelope.mailFrom ? envelope.mailFrom.address : '';
    this.received.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw: bytes.toString('utf8'), mail });
    if (this.manners.cutsAfterData) this.#cut();
    return null;
  }

  #cut(): void {
    for (const connection of this.#server?.connections ?? []) connection.close();
  }
}

interface Envelope {
  readonly mailFrom: false | { readonly address: string };
  readonly rcptTo: readonly { readonly address: string }[];
}

function refusal(answer: [code: number, text: string] | null): (Error & { responseCode: number }) | null {
  if (!answer) return null;
  const [responseCode, text] = answer;
  return Object.assign(new Error(text), { responseCode });
}

/** The iCalendar object that a mail brings. Throws when it brings none. */
export function invitationOf({ mail }: Received): string {
  const file = mail.attachments.find(({ filename }) => filename === 'visit.ics');
  if (!file) throw new Error(`No invitation in “${mail.subject}”`);
  return typeof file.content === 'string' ? file.content : new TextDecoder().decode(file.content);
}
