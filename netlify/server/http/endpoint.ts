import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Context } from '@netlify/functions';
import type * as z from 'zod/mini';
import { consume, type Limit, type Networks, networksOf, shareOf, usedUp } from '#server/limits/limits';
import { StorageError } from '#server/storage/port';
import { problem, Refusal } from './refusal.ts';
import { readForm, readJson } from './request-body.ts';
import { languageOfCall } from './language.ts';
import { logUnexpected } from './log.ts';
import { type Services, servicesFor } from './services.ts';

export interface Call {
  readonly request: Request;
  readonly services: Services;
  /** Those of the visitor's address, the narrowest first. */
  readonly networks: Networks;
  /** The open parts of the path, as in `/api/gallery/:id`. */
  readonly params: Readonly<Record<string, string>>;
  /** Does something after the answer. A failure is logged. */
  later(work: () => Promise<void>): void;
}

/** Answers a call, or throws a `Refusal`. */
export type Operation = (call: Call) => Promise<Response>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Operations = Partial<Record<Method, Operation>>;

/** Shows a refusal as a page, for a person. */
export type RefusalPage = (refusal: Refusal, request: Request) => Promise<Response>;

/**
 * Makes the handler of one address. Answers an unknown method with 405 and `Allow` (RFC 9110, 15.5.6), and HEAD as GET
 * without the body. Renders a refusal as JSON or by `refusalPage`, in the caller's language. Logs any other error and
 * answers 503 (storage) or 500, without a stack trace. If the page cannot be drawn, answers the JSON.
 */
export function endpoint(operations: Operations, refusalPage?: RefusalPage) {
  return async (request: Request, context: Context): Promise<Response> => {
    const answer = await perform(operations, request, context).catch((thrown: unknown) =>
      render(thrown instanceof Refusal ? thrown : serverError(request, thrown), request, refusalPage),
    );
    if (request.method !== 'HEAD') return answer;
    await answer.body?.cancel();
    return new Response(null, answer);
  };
}

async function perform(operations: Operations, request: Request, context: Context): Promise<Response> {
  const operation = operationFor(operations, request.method);
  const call = callOf(request, context);
  const { notifier } = call.services;
  // Tries at once to send the news that the operation has stored, even if it failed later.
  return await operation(call).finally(() => notifier.hasFresh() && call.later(() => notifier.sendFresh()));
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
  // Our pages send no other method: the caller is a program.
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
    networks: networksOf(context.ip),
    params: context.params ?? {},
    later: (work) => {
      const done = setImmediate().then(work);
      const logged = done.catch((error: unknown) => logUnexpected(request, error));
      // If the runtime has no `waitUntil`, the schedule does the work later.
      context.waitUntil?.(logged);
    },
  };
}

/**
 * Reads something public. Refuses with 429. Calls from other sites' pages have their own count: they must not use up
 * the visitor's. Reads while the call is counted, and drops the result if the call is refused.
 */
export function reads(limit: Limit, run: Operation): Operation {
  return async (call) => {
    const own = isFromElsewhere(call.request) ? { ...limit, name: `${limit.name}-elsewhere` } : limit;
    const counted = countCall(call, own);
    // If this process knows that the limit is reached, the call does not even begin to read.
    await Promise.race([counted, undefined]);
    const reading = run(call);
    // A failed reading must not hide the refusal.
    reading.catch(() => undefined);
    await counted;
    return await reading;
  };
}

/** Takes a JSON body, parsed by its contract. Refuses with 403, 429, 415, 413 and 400. */
export function accepts<Schema extends z.ZodMiniType>(
  schema: Schema,
  limit: Limit,
  run: (body: z.output<Schema>, call: Call) => Promise<Response>,
): Operation {
  return changes(limit, async (call) => await run(await readJson(call.request, schema), call));
}

/** Takes a plain HTML form. Refuses with 403, 429, 415, 413 and 400. */
export function acceptsForm(limit: Limit, run: (form: URLSearchParams, call: Call) => Promise<Response>): Operation {
  return changes(limit, async (call) => await run(await readForm(call.request), call));
}

/** Takes a plain HTML form of files, which `run` reads; `other` takes any other body. Refuses with 403 and 429. */
export function acceptsFiles(limit: Limit, run: Operation, other: Operation): Operation {
  const files = changes(limit, run);
  const isFiles = ({ headers }: Request) => headers.get('content-type')?.startsWith('multipart/form-data');
  return async (call) => await (isFiles(call.request) ? files(call) : other(call));
}

function changes(limit: Limit, run: Operation): Operation {
  return async (call) => {
    requireOwnOrigin(call.request);
    await countCall(call, limit);
    return await run(call);
  };
}

/**
 * Refuses a foreign page's change with 403. A browser sends `Origin` (Fetch standard, 3.2) or `Sec-Fetch-Site`. A
 * request with neither is not from a browser and has no visitor's cookies: allowed.
 */
export function requireOwnOrigin({ headers, url }: Request): void {
  const origin = headers.get('origin');
  if (origin === null ? !isFromElsewhere({ headers }) : origin === new URL(url).origin) return;
  throw new Refusal(403, 'foreign');
}

/** Another site's page asks, as the browser says (Fetch Metadata, 2.4). */
function isFromElsewhere({ headers }: Pick<Request, 'headers'>): boolean {
  const site = headers.get('sec-fetch-site');
  return site !== null && site !== 'same-origin' && site !== 'none';
}

/** ms. No longer than a slow connection, so that a slowed visitor does not leave. */
const SLOWED_MS = 1500;

/** Slows a call beyond a ceiling for all addresses. Answers a function that takes the count back. */
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

/**
 * Counts a call. Refuses what its narrowest network has used up; what the wider ones have used up slows it down, so that
 * strangers around a visitor cannot lock the visitor out. A refused call counts for no wider network.
 */
async function countCall({ services, networks: [own, ...wider] }: Call, limit: Limit): Promise<void> {
  if (!services.limited) return;
  const { limits, now } = services;
  const wait = usedUp(limits, limit, own.name, now());
  const consumed = wait === undefined ? await consume(limits, limit, own.name, now()) : { wait };
  if ('wait' in consumed) {
    throw new Refusal(429, 'tooMany', { headers: { 'retry-after': String(Math.ceil(consumed.wait / 1000)) } });
  }
  await Promise.all(wider.map((network) => slowBeyond(services, shareOf(limit, network), network.name)));
}
