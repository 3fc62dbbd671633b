import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { EventBook, freeBusy, listEvents } from './google-events.ts';
import { type Fault, Faults, type GoogleCall, invalid, notFound, Refusal, refusalOf } from './google-faults.ts';
import { type Bearer, OAuthServer, serviceAccountKeys } from './google-oauth.ts';

/** A call to the double and its status; `null` if the answer was lost. */
interface Heard {
  readonly call: GoogleCall;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
  status: number | null;
}

/**
 * Starts a loopback server that answers and refuses as Google's authorization server and Calendar API do. It has one
 * calendar, the owner's, shared with the service account, and those that a test or the site adds. `now`: for the life of
 * access tokens.
 */
export async function startGoogleDouble(now = Date.now): Promise<GoogleDouble> {
  const double = new GoogleDouble(new EventBook('America/New_York'), new OAuthServer(now));
  await double.listen();
  return double;
}

const WRITING = ['calendar', 'calendar.events', 'calendar.events.owned', 'calendar.app.created'];
const READING = [...WRITING, 'calendar.readonly', 'calendar.events.readonly'];
const ASKING = ['calendar', 'calendar.readonly', 'calendar.freebusy', 'calendar.events.freebusy'];

export class GoogleDouble {
  readonly calendarId = 'visits@group.calendar.google.com';
  /** The calendar's events, to read and to change as the owner. */
  readonly events: EventBook;
  readonly oauth: OAuthServer;
  /** More calendars that the caller may change, by their IDs. */
  readonly added = new Map<string, EventBook>();
  /** Calendars of which the caller may only see when they are busy. */
  readonly others = new Map<string, EventBook>();
  /** Faults of the next calls. */
  readonly faults = new Faults();
  /** All calls so far. */
  readonly heard: Heard[] = [];
  /** Why free/busy cannot read the calendar. */
  busyError: string | null = null;
  /** The callers can see the calendar. */
  isShared = true;
  /** Free/busy leaves the calendar out of its answer. */
  leavesCalendarOut = false;
  /** The most events in a page of a list. */
  maxPage = 250;
  readonly #server: Server;
  #late: (() => void)[] = [];
  #refreshToken = '';

  constructor(events: EventBook, oauth: OAuthServer) {
    this.events = events;
    this.oauth = oauth;
    this.#server = createServer((request, response) => void this.#handle(request, response));
  }

  async listen(): Promise<void> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening));
    this.#refreshToken = this.oauth.newRefreshToken();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get tokenUrl(): string {
    return `${this.origin}/token`;
  }

  /** The variables of a site with the owner's own account. */
  get env(): Record<string, string> {
    const { id, secret } = this.oauth.client;
    const access = { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, GOOGLE_REFRESH_TOKEN: this.#refreshToken };
    return { ...this.#place, ...access };
  }

  /** The variables of a site with a service account. */
  get serviceAccountEnv(): Record<string, string> {
    const key = serviceAccountKeys().privateKey.replaceAll('\n', '\\n');
    return { ...this.#place, GOOGLE_SERVICE_ACCOUNT_EMAIL: this.oauth.serviceAccount, GOOGLE_SERVICE_ACCOUNT_KEY: key };
  }

  /** The same, if the service account may act for the owner. */
  get delegateEnv(): Record<string, string> {
    return { ...this.serviceAccountEnv, GOOGLE_IMPERSONATE: this.oauth.owner };
  }

  get #place(): Record<string, string> {
    return { GOOGLE_CALENDAR_ID: this.calendarId, GOOGLE_API_ROOT: this.origin, GOOGLE_TOKEN_URL: this.tokenUrl };
  }

  count(call: GoogleCall): number {
    return this.heard.filter((heard) => heard.call === call).length;
  }

  /** Lets the late requests arrive (fault `late`). */
  land(): void {
    for (const arrive of this.#late.splice(0)) arrive();
  }

  /** Answers without the network. A hanging call times out at once. */
  readonly fetch: typeof fetch = async (asked, init) => {
    const request = new Request(asked, init);
    const body = await request.text();
    await setImmediate();
    const answer = await this.#hear(request.method, request.url, body, Object.fromEntries(request.headers));
    await setImmediate();
    if (answer === 'silence') throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    if (answer === 'cut') throw new TypeError('fetch failed');
    const { text, headers } = written(answer);
    return new Response(answer.status === 204 ? null : text, { status: answer.status, headers });
  };

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const answer = await this.#hear(request.method ?? '', request.url ?? '/', body, request.headers);
    if (answer === 'silence') return;
    if (answer === 'cut') return void request.socket.destroy();
    const { text: content, headers } = written(answer);
    response.writeHead(answer.status, headers).end(content);
  }

  async #hear(
    method: string,
    address: string,
    body: string,
    headers: IncomingHttpHeaders,
  ): Promise<Answer | 'silence' | 'cut'> {
    const url = new URL(address, this.origin);
    const call = callOf(method, url.pathname);
    if (!call) return notFound();
    const heard: Heard = { call, method, path: url.pathname, query: url.searchParams, body, status: null };
    this.heard.push(heard);
    const answer = await this.#withFault(this.faults.take(call), () => this.#run(heard, headers));
    if (typeof answer === 'object') heard.status = answer.status;
    return answer;
  }

  async #withFault(fault: Fault | null, run: () => Promise<Answer>): Promise<Answer | 'silence' | 'cut'> {
    if (fault === null) return await run();
    const refusal = refusalOf(fault);
    if (refusal) return refusal;
    if (fault === 'garbage') return { status: 200, body: '<html>Sign in to the network</html>' };
    if (fault === 'late') this.#late.push(() => void run());
    if (fault.endsWith('After')) await run();
    if (fault === 'error500After') return refusalOf('error500') ?? 'cut';
    return fault.startsWith('hang') ? 'silence' : 'cut';
  }

  async #run(heard: Heard, headers: IncomingHttpHeaders): Promise<Answer> {
    return await this.#answerTo(heard, headers).catch((error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    });
  }

  async #answerTo({ call, path, query, body }: Heard, headers: IncomingHttpHeaders): Promise<Answer> {
    if (call === 'authorize') return { status: 302, body: '', location: this.oauth.authorize(query) };
    if (call === 'token') return { status: 200, body: await this.oauth.token(formOf(headers, body), this.tokenUrl) };
    const bearer = this.oauth.bearer(headers.authorization, scopesFor(call));
    if (call === 'freeBusy') {
      const find = (id: string) => this.others.get(id) ?? this.#book(id, bearer);
      const busy = freeBusy(jsonOf(headers, body), find, () => this.busyError);
      return { status: 200, body: this.leavesCalendarOut ? { ...busy, calendars: {} } : busy };
    }
    if (call === 'create') return { status: 200, body: { id: this.#make() } };
    const [, , , , calendar = '', , id = ''] = path.split('/').map(decodeURIComponent);
    const events = this.#book(calendar, bearer);
    if (!events) throw notFound();
    if (call === 'list') return { status: 200, body: listEvents(events, query, this.maxPage) };
    if (call === 'get') return { status: 200, body: events.get(id) };
    const mails = mailsFor(query);
    if (call === 'insert') {
      const event = events.insert(jsonOf(headers, body), { mails, mayInvite: this.#mayInvite(bearer) });
      return { status: 200, body: event };
    }
    if (call === 'patch') return { status: 200, body: events.patch(id, jsonOf(headers, body)) };
    events.delete(id, mails);
    return { status: 204, body: '' };
  }

  #mayInvite({ who }: Bearer): boolean {
    return who === 'account' || (who === 'delegate' && this.oauth.mayInvite);
  }

  /** The calendar's events. `primary` is the caller's own calendar: a service account's is not the owner's. */
  #book(calendar: string, { who }: Bearer): EventBook | null {
    const isOwners = calendar === this.calendarId || (calendar === 'primary' && who !== 'service-account');
    return isOwners && this.isShared ? this.events : (this.added.get(calendar) ?? null);
  }

  /** The first calendar that a site makes is the owner's. */
  #make(): string {
    const id = `made-${this.count('create')}@group.calendar.google.com`;
    if (this.count('create') === 1) return this.calendarId;
    this.added.set(id, new EventBook('America/New_York'));
    return id;
  }
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly location?: string;
}

function callOf(method: string, path: string): GoogleCall | null {
  const calls: [method: string, path: RegExp, call: GoogleCall][] = [
    ['GET', /^\/o\/oauth2\/v2\/auth$/, 'authorize'],
    ['POST', /^\/token$/, 'token'],
    ['POST', /^\/calendar\/v3\/freeBusy$/, 'freeBusy'],
    ['POST', /^\/calendar\/v3\/calendars$/, 'create'],
    ['POST', /^\/calendar\/v3\/calendars\/[^/]+\/events$/, 'insert'],
    ['GET', /^\/calendar\/v3\/calendars\/[^/]+\/events$/, 'list'],
    ['GET', /^\/calendar\/v3\/calendars\/[^/]+\/events\/[^/]+$/, 'get'],
    ['PATCH', /^\/calendar\/v3\/calendars\/[^/]+\/events\/[^/]+$/, 'patch'],
    ['DELETE', /^\/calendar\/v3\/calendars\/[^/]+\/events\/[^/]+$/, 'delete'],
  ];
  return calls.find(([verb, pattern]) => verb === method && pattern.test(path))?.[2] ?? null;
}

function scopesFor(call: GoogleCall): string[] {
  if (call === 'freeBusy') return ASKING;
  if (call === 'create') return ['calendar', 'calendar.app.created'];
  return ['insert', 'patch', 'delete'].includes(call) ? WRITING : READING;
}

function mailsFor(query: URLSearchParams): boolean {
  const asked = query.get('sendUpdates') ?? 'none';
  if (!['all', 'externalOnly', 'none'].includes(asked)) throw invalid(`Invalid value '${asked}' for sendUpdates.`);
  return asked !== 'none';
}

function jsonOf(headers: IncomingHttpHeaders, body: string): unknown {
  if (!headers['content-type']?.startsWith('application/json')) throw invalid('Bad content type.');
  try {
    return JSON.parse(body);
  } catch {
    throw invalid('Parse Error');
  }
}

function formOf(headers: IncomingHttpHeaders, body: string): URLSearchParams {
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return new URLSearchParams(body);
  throw invalid('Bad content type.');
}

function written({ body, location }: Answer): { text: string; headers: Record<string, string> } {
  const isText = typeof body === 'string';
  const type = isText ? 'text/html; charset=UTF-8' : 'application/json; charset=UTF-8';
  return {
    text: isText ? body : JSON.stringify(body),
    headers: { 'content-type': type, ...(location && { location }) },
  };
}
