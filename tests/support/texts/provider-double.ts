import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';

/** A text that the provider took. */
export interface TakenText {
  readonly sid: string;
  readonly to: string;
  readonly body: string;
  readonly callback: string;
  readonly createdAt: number;
}

type Answer = 'taken' | 'silent' | 'late' | { readonly code: number; readonly status?: number };

const account = {
  account: `AC${'0'.repeat(31)}1`,
  token: 'the secret of this account',
  service: `MG${'0'.repeat(31)}2`,
};

/**
 * Twilio as far as we use it: Messages with its sign-in, list and errors, and calls of ours that it signs. `silent`: takes
 * the text and never answers; `late`: answers after 200 ms.
 */
export class TextProviderDouble {
  readonly taken: TakenText[] = [];
  /** What it answers to a text. */
  answers: (to: string, body: string) => Answer = () => 'taken';
  /** Whether it says which texts it has. */
  says = true;
  now = Date.now;
  root = '';
  #server: Server | null = null;
  readonly #media: Uint8Array[] = [];

  async start(): Promise<void> {
    const server = createServer((request, response) => void this.#take(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.#server = server;
    this.root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise<void>((closed) => this.#server?.close(() => closed()));
  }

  /** What the site's variables say. */
  get variables(): Record<string, string> {
    return {
      TEXTS: 'on',
      TWILIO_ACCOUNT_SID: account.account,
      TWILIO_AUTH_TOKEN: account.token,
      TWILIO_MESSAGING_SERVICE_SID: account.service,
      TWILIO_API_ROOT: this.root,
    };
  }

  /** A call as the provider signs it: HMAC-SHA1 over the address, as the provider knows it, and the sorted fields. */
  signed(address: string, fields: Readonly<Record<string, string>>, token = account.token): RequestInit {
    const sorted = Object.keys(fields).sort();
    const base = address + sorted.map((name) => name + fields[name]).join('');
    const signature = createHmac('sha1', token).update(base).digest('base64');
    return { method: 'POST', headers: { 'x-twilio-signature': signature }, body: new URLSearchParams(fields) };
  }

  /** The address of a picture that somebody has texted. */
  offer(bytes: Uint8Array): string {
    this.#media.push(bytes);
    return `${this.root}/media/${this.#media.length - 1}`;
  }

  /** What became of a text, told to the address that it came with. */
  status(text: TakenText, status: string, code?: number): [string, RequestInit] {
    const error = code === undefined ? {} : { ErrorCode: String(code) };
    return [
      text.callback,
      this.signed(text.callback, { MessageSid: text.sid, MessageStatus: status, To: text.to, ...error }),
    ];
  }

  /** A text of a visitor's. */
  incoming(
    address: string,
    from: string,
    body: string,
    sid = `SM${randomBytes(16).toString('hex')}`,
  ): [string, RequestInit] {
    return [address, this.signed(address, { MessageSid: sid, From: from, To: '+14075550100', Body: body })];
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const json = (status: number, value: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    const refuse = (status: number, code: number) => json(status, { code, message: 'Refused', status });
    const { pathname, searchParams } = new URL(request.url ?? '', this.root);
    const basic = `Basic ${Buffer.from(`${account.account}:${account.token}`).toString('base64')}`;
    if (request.headers.authorization !== basic) return refuse(401, 20003);
    const media = /^\/media\/(\d+)$/.exec(pathname)?.[1];
    if (media) return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(this.#media[Number(media)]);
    if (pathname === `/2010-04-01/Accounts/${account.account}.json`) return json(200, { status: 'active' });
    if (pathname !== `/2010-04-01/Accounts/${account.account}/Messages.json`) return refuse(404, 20404);
    if (request.method === 'GET' && !this.says) return refuse(503, 20500);
    if (request.method === 'GET') {
      const found = this.taken.filter(({ to }) => to === searchParams.get('To')).toReversed();
      return json(200, { messages: found.map(messageOf) });
    }
    const form = new URLSearchParams(await textOf(request));
    const [to = '', body = '', callback = ''] = ['To', 'Body', 'StatusCallback'].map((name) => form.get(name) ?? '');
    if (form.get('MessagingServiceSid') !== account.service || !body || body.length > 1600) return refuse(400, 21602);
    if (!/^\+1[2-9]\d{9}$/.test(to)) return refuse(400, 21211);
    const answer = this.answers(to, body);
    if (typeof answer === 'object') return refuse(answer.status ?? 400, answer.code);
    const text = { sid: `SM${randomBytes(16).toString('hex')}`, to, body, callback, createdAt: this.now() };
    this.taken.push(text);
    if (answer === 'silent') return;
    setTimeout(() => json(201, messageOf(text)), answer === 'late' ? 200 : 0);
  }
}

const messageOf = ({ sid, to, body, createdAt }: TakenText) => ({
  ...{ sid, to, body, status: 'queued', direction: 'outbound-api', error_code: null },
  date_created: new Date(createdAt).toUTCString().replace('GMT', '+0000'),
});
