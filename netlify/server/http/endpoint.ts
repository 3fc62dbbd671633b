import { setImmediate } from 'node:timers/promises';
import type { Context } from '@netlify/functions';
import type * as z from 'zod/mini';
import { business } from '#business';
import { type Limit, takePlace } from '#server/limits/limits';
import { StorageError } from '#server/storage/port';
import { problem } from './answers.ts';
import { FORM_MOST_BYTES, parseJson, readText } from './body.ts';
import { logSurprise } from './log.ts';
import { isOwnOrigin } from './origin.ts';
import { type Services, servicesFor } from './services.ts';

/** What every operation is given beside its body. */
export interface Call {
  readonly request: Request;
  readonly services: Services;
  /** The visitor's network address. */
  readonly address: string;
  /** The open parts of the path, as in `/api/gallery/:id`. */
  readonly params: Readonly<Record<string, string>>;
  /** Does something after the answer, which waits for none of it. A failure is logged. */
  later(work: () => Promise<void>): void;
}

export type Operation = (call: Call) => Promise<Response>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Makes the handler of one address. It answers every method that is not among the operations with 405 and `Allow`
 * (RFC 9110, 15.5.6), HEAD as GET without the body, and turns whatever is thrown into an answer: no input and no
 * failure of ours reaches a visitor as a stack trace.
 */
export function endpoint(operations: Partial<Record<Method, Operation>>) {
  return async (request: Request, context: Context): Promise<Response> => {
    const isHead = request.method === 'HEAD';
    const operation = operations[(isHead ? 'GET' : request.method) as Method];
    if (!operation || !Object.hasOwn(operations, isHead ? 'GET' : request.method)) return notAllowed(operations);
    try {
      const call = callOf(request, context);
      const answer = await operation(call).finally(() => sendMail(call));
      return isHead ? await withoutBody(answer) : answer;
    } catch (error) {
      logSurprise(request, error);
      return apology(error);
    }
  };
}

function callOf(request: Request, context: Context): Call {
  return {
    request,
    services: servicesFor(context),
    address: context.ip,
    params: context.params ?? {},
    later: (work) => {
      const done = setImmediate().then(work);
      const settled = done.catch((error: unknown) => logSurprise(request, error));
      // A runtime without it is no reason to turn an answer into a failure: what is not done now, the schedule does.
      context.waitUntil?.(settled);
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

/** An operation that reads: it changes nothing, so any page may ask. */
export function reads(limit: Limit, run: Operation): Operation {
  return async (call) => (await overLimit(call, limit)) ?? (await run(call));
}

/** An operation that takes a JSON body: parsed once, here, by its contract. */
export function accepts<Schema extends z.ZodMiniType>(
  schema: Schema,
  limit: Limit,
  run: (body: z.output<Schema>, call: Call) => Promise<Response>,
): Operation {
  return async (call) => {
    const refused = foreign(call) ?? (await overLimit(call, limit));
    return refused ?? (await withBody(schema, run, call));
  };
}

/** Reads the JSON body by its contract, and runs with it. */
export async function withBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  run: (body: z.output<Schema>, call: Call) => Promise<Response>,
  call: Call,
): Promise<Response> {
  const text = await readText(call.request, 'application/json', FORM_MOST_BYTES);
  if (text instanceof Response) return text;
  const parsed = parseJson(text);
  if (parsed instanceof Response) return parsed;
  const result = schema.safeParse(parsed.value);
  return result.success ? await run(result.data, call) : invalid(result.error);
}

/** An operation that takes what a plain HTML form sends. */
export function acceptsForm(limit: Limit, run: (form: URLSearchParams, call: Call) => Promise<Response>): Operation {
  return async (call) => {
    const refused = foreign(call) ?? (await overLimit(call, limit));
    if (refused) return refused;
    const text = await readText(call.request, 'application/x-www-form-urlencoded', FORM_MOST_BYTES);
    return text instanceof Response ? text : await run(new URLSearchParams(text), call);
  };
}

/** The answer to a change that a foreign page asks for. */
export function foreign({ request }: Call): Response | null {
  return isOwnOrigin(request) ? null : problem(403, 'Please send the request from our own website');
}

async function overLimit({ services, address }: Call, limit: Limit): Promise<Response | null> {
  if (!services.limited) return null;
  const wait = await takePlace(services.limits, limit, address, services.now());
  if (wait === null) return null;
  const error = `Too many requests from your network. Please try again in a few minutes, or call ${business.phone.display}.`;
  return problem(429, error, { headers: { 'retry-after': String(Math.ceil(wait / 1000)) } });
}

const ISSUES_MOST = 20;

/** The answer to what does not keep to its contract: 400, with each issue. */
export function invalid(error: z.core.$ZodError): Response {
  const issues = error.issues
    .slice(0, ISSUES_MOST)
    .map(({ path, message }) => ({ path: path.map(fieldName), message }));
  return problem(400, issues[0]?.message ?? 'Please check what you sent', { issues });
}

function fieldName(part: PropertyKey): string | number {
  return typeof part === 'symbol' ? String(part) : part;
}

function notAllowed(operations: Partial<Record<Method, Operation>>): Response {
  const methods = Object.keys(operations).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const allow = methods.join(', ');
  return problem(405, `Please use ${allow} here`, { headers: { allow } });
}

function apology(error: unknown): Response {
  const sentence = `Something went wrong on our side. Please try again in a moment, or call ${business.phone.display}.`;
  return problem(error instanceof StorageError ? 503 : 500, sentence);
}
