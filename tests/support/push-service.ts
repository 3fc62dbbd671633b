import { createECDH, type ECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import ece from 'http_ece';
import { importJWK, jwtVerify } from 'jose';
import { DAY, SECOND } from '#lib/time/units';

/** A message as the service worker gets it, with its delivery's data. */
export interface Pushed {
  readonly device: string;
  readonly data: Record<string, unknown>;
  readonly ttl: number;
  readonly urgency: string | undefined;
  readonly topic: string | undefined;
  /** The sender: `sub` of the VAPID token. */
  readonly subject: unknown;
}

interface Browser {
  readonly pair: ECDH;
  readonly auth: Buffer;
}

/** A push service (RFC 8030): checks the VAPID token (RFC 8292) and decrypts as the browser does (RFC 8291). */
export class PushService {
  readonly received: Pushed[] = [];
  /** Why messages were refused. */
  readonly refused: string[] = [];
  /** The answer to a device instead of 201. */
  answers: (device: string) => number | Promise<number> = () => 201;
  readonly #key: string;
  readonly #browsers = new Map<string, Browser>();
  #server: Server | null = null;
  #port = 0;

  /** `key`: the site's public key, in base64url. */
  constructor(key: string) {
    this.#key = key;
  }

  async start(): Promise<void> {
    const server = createServer((request, response) => {
      this.#take(request).then(
        (status) => response.writeHead(status).end('An answer that nobody reads'),
        (error: unknown) => {
          this.refused.push(String(error));
          response.writeHead(400).end();
        },
      );
    });
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise<void>((closed) => this.#server?.close(() => closed()));
  }

  /** A new browser's subscription. */
  subscribe(device: string): { endpoint: string; keys: { p256dh: string; auth: string } } {
    const pair = createECDH('prime256v1');
    const auth = randomBytes(16);
    const p256dh = pair.generateKeys().toString('base64url');
    this.#browsers.set(device, { pair, auth });
    return {
      endpoint: `http://127.0.0.1:${this.#port}/push/${device}`,
      keys: { p256dh, auth: auth.toString('base64url') },
    };
  }

  async #take(request: IncomingMessage): Promise<number> {
    const device = request.url?.split('/').at(-1) ?? '';
    const body = await buffer(request);
    const subject = await this.#senderOf(request);
    const status = await this.answers(device);
    const browser = this.#browsers.get(device);
    if (!browser || status >= 300) return browser ? status : 404;
    if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('Not encrypted as RFC 8291 says');
    const plain: Buffer = ece.decrypt(body, {
      version: 'aes128gcm',
      privateKey: browser.pair,
      authSecret: browser.auth.toString('base64url'),
    });
    const { ttl, urgency, topic } = request.headers;
    const options = { ttl: Number(ttl), urgency: urgency?.toString(), topic: topic?.toString(), subject };
    this.received.push({ device, data: JSON.parse(plain.toString('utf8')), ...options });
    return status;
  }

  async #senderOf({ headers }: IncomingMessage): Promise<unknown> {
    const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
    if (key !== this.#key) throw new Error('Another key than the one that was subscribed with');
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
    const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256');
    const audience = `http://127.0.0.1:${this.#port}`;
    const { payload } = await jwtVerify(token, publicKey, { audience, algorithms: ['ES256'] });
    const left = (payload.exp ?? 0) - Date.now() / SECOND;
    if (left <= 0 || left > DAY / SECOND) throw new Error('It must end within a day');
    return payload.sub;
  }
}
