/** A built site that runs: on data of its own, at the moment of the pictures, with an owner and a few leads. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Build, clock, plainEnvironment } from './build.ts';

const owner = { username: 'owner', password: 'correct horse battery' };
/** How long the host may take to start, or to write a mail, in ms. */
const TIMEOUT = 30_000;

export interface Host {
  readonly url: string;
  /** The `cookie` header of the signed-in owner. */
  readonly session: string;
  /** Where the visits of two visitors are shown. */
  readonly visits: { readonly booked: string; readonly cancelled: string };
  close(): Promise<void>;
}

/** Starts the local host of the build, as its own code has it. Throws with its output when it does not start. */
export async function startHost({ folder, data }: Build): Promise<Host> {
  const own = `${data}-run`;
  await rm(own, { recursive: true, force: true });
  await cp(data, own, { recursive: true });
  const env = {
    ...plainEnvironment(),
    PORT: '0',
    DATA_DIR: own,
    ADMIN_USERNAME: owner.username,
    ADMIN_PASSWORD: owner.password,
    RATE_LIMIT: 'off',
  };
  const main = path.join(folder, 'netlify/local/main.ts');
  const child = spawn(process.execPath, ['--import', clock, main], { cwd: folder, env });
  process.once('exit', () => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const close = () => end(child);
  try {
    const [, url = ''] = await printed(() => output, /(http:\/\/localhost:\d+)\n/);
    const api = new Api(url);
    await api.signIn();
    return { url, session: api.cookie, visits: await fill(api, () => output), close };
  } catch (error) {
    await close();
    throw new Error(`The site of ${folder} did not come up: ${output}`, { cause: error });
  }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null && child.kill('SIGKILL')) await ended;
}

/** Waits until the host has printed something like it. */
async function printed(output: () => string, pattern: RegExp): Promise<RegExpExecArray> {
  for (let waited = 0; waited < TIMEOUT; waited += 50) {
    const found = pattern.exec(output());
    if (found) return found;
    await pause(50);
  }
  throw new Error(`It has not printed ${pattern}`);
}

/** The site's calls, as its pages make them. */
class Api {
  readonly #url: string;
  cookie = '';

  constructor(url: string) {
    this.#url = url;
  }

  async signIn(): Promise<void> {
    const answer = await this.send('POST', '/api/auth/login', owner);
    this.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  }

  /** Resolves to the lead's id. */
  async request(name: string, more: object): Promise<string> {
    const answer = await this.send('POST', '/api/consultation-requests', {
      name,
      phone: '(407) 555-0188',
      email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
      zipCode: '34747',
      city: 'Celebration',
      serviceInterest: 'Motorized Shades',
      preferredContact: 'text',
      ...more,
    });
    return (await answer.json()).id;
  }

  /** Books the lead a time, by its number among those that are offered. */
  async book(consultationId: string, index: number): Promise<void> {
    const { slots } = await (await this.send('GET', '/api/calendar/availability')).json();
    const { start: slotStart, end: slotEnd } = slots[index];
    await this.send('POST', '/api/calendar/book', { consultationId, slotStart, slotEnd });
  }

  async send(method: string, address: string, body?: object): Promise<Response> {
    const isForm = body instanceof URLSearchParams;
    const sent = body && (isForm ? body : JSON.stringify(body));
    const type: Record<string, string> = body && !isForm ? { 'content-type': 'application/json' } : {};
    const headers = { ...type, cookie: this.cookie };
    const answer = await fetch(this.#url + address, { method, headers, ...(sent && { body: sent }) });
    if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${await answer.text()}`);
    return answer;
  }
}

/** Four leads, one of each state; resolves to the addresses of the visits, which are in the mails that the host shows. */
async function fill(api: Api, output: () => string): Promise<Host['visits']> {
  const dental = await api.request('Lakeside Dental', { serviceInterest: 'Commercial Treatments', zipCode: '34786' });
  await api.send('PUT', `/api/leads/${dental}`, { status: 'called back', notes: 'Two floors.\nCall after four.' });
  const booked = await api.request('Ana Duarte', { address: '612 Sycamore Street', message: 'A shy dog.' });
  await api.book(booked, 3);
  const cancelled = await api.request('Harold Finch', { phone: '', preferredContact: 'email' });
  await api.book(cancelled, 8);
  const visit = async (id: string) => (await printed(output, new RegExp(`/visit/${id}\\.[\\w-]+`)))[0];
  const visits = { booked: await visit(booked), cancelled: await visit(cancelled) };
  await api.send('POST', visits.cancelled, new URLSearchParams({ action: 'cancel' }));
  await api.request('Elise Romero', { city: 'Kissimmee', serviceInterest: 'Not Sure - Need Advice' });
  return visits;
}
