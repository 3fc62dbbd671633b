import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Context } from '@netlify/functions';
import type * as z from 'zod/mini';
import { consume, consumeForGood, isUsedUp, type Limit, networkOf } from '#server/limits/limits';
import { StorageError } from '#server/storage/port';
import { problem, readForm, readJson, Refusal } from './messages.ts';
import { languageOfCall } from './language.ts';
import { logUnexpected } from './log.ts';
import { type Services, servicesFor } from './services.ts';

/** What every operation is given beside its body. */
export interface Call {
  readonly request: Request;
  readonly services: Services;
  /** The visitor's network address; of IPv6 what a household has in common. */
  readonly address: string;
  /** The open parts of the path, as in `/api/gallery/:id`. */
  readonly params: Readonly<Record<string, string>>;
  /** Does something after the answer, which waits for none of it. A failure is logged. */
  later(work: () => Promise<void>): void;
}

/** Answers a call, or throws a `Refusal`. */
export type Operation = (call: Call) => Promise<Response>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Operations = Partial<Record<Method, Operation>>;

/** Says a refusal on a page, to a person whose browser sent the request. */
export type RefusalPage = (refusal: Refusal, request: Request) => Promise<Response>;

/**
 * Makes the handler of one address. It answers every method that is not among the operations with 405 and `Allow`
 * (RFC 9110, 15.5.6) and HEAD as GET without the body. What an operation throws is rendered here: a refusal as JSON, or
 * by `refusalPage` where there is one, in the language of the page that called; anything else is logged, and answered as 503 (storage) or 500 with a sentence,
 * never with a stack trace. A page that cannot be drawn leaves the JSON.
 */
export function endpoint(operations: Operations, refusalPage?: RefusalPage) {
  return async (request: Request, context: Context): Promise<Response> => {
    const answer = await perform(operations, request, context).catch((thrown: unknown) =>
      render(thrown instanceof Refusal ? thrown : serverError(request, thrown), request, refusalPage),
    );
    return request.method === 'HEAD' ? await withoutBody(answer) : answer;
  };
}

async function perform(operations: Operations, request: Request, context: Context): Promise<Response> {
  const operation = operationFor(operations, request.method);
  const call = callOf(request, context);
  return await operation(call).finally(() => sendMail(call));
}

function operationFor(operations: Operations, method: string): Operation {
  const asked = method === 'HEAD' ? 'GET' : method;
  const operation = Object.hasOwn(operations, asked) ? operations[asked as Method] : undefined;
  if (operation) return operation;
  const methods = Object.keys(operations).flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]));
  const allow = methods.join(', ');
  throw new Refusal(405, { code: 'method', methods: allow }, { headers: { allow } });
}

async function render(refusal: Refusal, request: Request, refusalPage?: RefusalPage): Promise<Response> {
  // No page of ours sends another method: whoever did is a program.
  const asJson = () => problem(languageOfCall(request), refusal);
  if (!refusalPage || refusal.status === 405) return asJson();
  try {
    return await refusalPage(refusal, request);
  } catch (error) {
    logUnexpected(request, error);
    return asJson();
  }
}

function serverError(request: Request, error: unknown): Refusal {
  logUnexpected(request, error);
  return new Refusal(error instanceof StorageError ? 503 : 500, 'ourSide');
}

function callOf(request: Request, context: Context): Call {
  return {
    request,
    services: servicesFor(context),
    address: networkOf(context.ip),
    params: context.params ?? {},
    later: (work) => {
      const done = setImmediate().then(work);
      const logged = done.catch((error: unknown) => logUnexpected(request, error));
      // A runtime without it is no reason to turn an answer into a failure: what is not done now, the schedule does.
      context.waitUntil?.(logged);
    },
  };
}

/** Mail that an operation has written down is tried at once, also when the operation failed after that. */
function sendMail({ services, later }: Call): void {
  if (services.mail.hasFresh()) later(() => services.mail.sendFresh());
}

async function withoutBody(answer: Response): Promise<Response> {
  await answer.body?.cancel();
  return new Response(null, answer);
}

/**
 * An operation that reads: it changes nothing, so any page may ask. Refuses with 429. What other sites' pages ask for in a
 * visitor's browser is counted apart, or they could use up what the visitor may read. It reads while the call is
 * counted. Where the call is refused, what was read is dropped.
 */
export function reads(limit: Limit, run: Operation): Operation {
  return async (call) => {
    const own = isFromElsewhere(call.request) ? { ...limit, name: `${limit.name}-elsewhere` } : limit;
    const counted = countCall(call, own);
    counted.catch(() => undefined);
    if (isKnownToBeOver(call, own)) await counted;
    const reading = run(call);
    // A refusal is answered, whether the reading failed or not.
    reading.catch(() => undefined);
    await counted;
    return await reading;
  };
}

/** An operation that takes a JSON body: parsed once, here, by its contract. Refuses with 403, 429, 415, 413 and 400. */
export function accepts<Schema extends z.ZodMiniType>(
  schema: Schema,
  limit: Limit,
  run: (body: z.output<Schema>, call: Call) => Promise<Response>,
): Operation {
  return async (call) => {
    requireOwnOrigin(call.request);
    await countCall(call, limit);
    return await run(await readJson(call.request, schema), call);
  };
}

/** An operation that takes what a plain HTML form sends. Refuses with 403, 429, 415, 413 and 400. */
export function acceptsForm(limit: Limit, run: (form: URLSearchParams, call: Call) => Promise<Response>): Operation {
  return async (call) => {
    requireOwnOrigin(call.request);
    await countCall(call, limit);
    return await run(await readForm(call.request), call);
  };
}

/**
 * Refuses a change that a foreign page asks for, with 403. A browser says where a request comes from in `Origin` (Fetch
 * standard, 3.2), or at least in `Sec-Fetch-Site`; a request with neither is no browser's, carries no visitor's cookies
 * and is allowed.
 */
export function requireOwnOrigin({ headers, url }: Request): void {
  const origin = headers.get('origin');
  if (origin === null ? !isFromElsewhere({ headers }) : origin === new URL(url).origin) return;
  throw new Refusal(403, 'foreign');
}

/** Whether a browser says that another site's page asks (Fetch Metadata, 2.4). */
function isFromElsewhere({ headers }: Pick<Request, 'headers'>): boolean {
  const site = headers.get('sec-fetch-site');
  return site !== null && site !== 'same-origin' && site !== 'none';
}

/** ms. As long as a slow connection takes, so that nobody who is slowed down goes away. */
const SLOWED_MS = 1500;

/**
 * Counts under a ceiling that all addresses share. Beyond it the call is slowed down, and goes on. Answers how to make the
 * call count no more.
 */
export async function slowBeyond(
  { limits, now }: Pick<Services, 'limits' | 'now'>,
  ceiling: Limit,
  about = 'all',
): Promise<() => Promise<void>> {
  const consumed = await consume(limits, ceiling, about, now());
  if (!('wait' in consumed)) return consumed.release;
  await setTimeout(SLOWED_MS);
  return async () => undefined;
}

/** Then not even a reading is begun. */
function isKnownToBeOver({ services, address }: Call, limit: Limit): boolean {
  return services.limited && isUsedUp(services.limits, limit, address, services.now());
}

async function countCall({ services, address }: Call, limit: Limit): Promise<void> {
  if (!services.limited) return;
  const consumed = await consumeForGood(services.limits, limit, address, services.now());
  if (!('wait' in consumed)) return;
  throw new Refusal(429, 'tooMany', { headers: { 'retry-after': String(Math.ceil(consumed.wait / 1000)) } });
}
