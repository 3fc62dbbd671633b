import { setImmediate } from 'node:timers/promises';
import type { Context } from '@netlify/functions';
import type * as z from 'zod/mini';
import { type Role, roleLabels } from '#contracts/people';
import { type Limit, networksOf } from '#server/limits/limits';
import { StorageError } from '#server/storage/port';
import { type Call, countCall, isReading, requireOwnOrigin } from './call.ts';
import { languageOfCall, type Message } from './language.ts';
import { logUnexpected } from './log.ts';
import { type AdminCall, adminCall } from './owner-session.ts';
import { problem, Refusal } from './refusal.ts';
import { readForm, readJson } from './request-body.ts';
import { servicesFor } from './services.ts';

/** Answers a call, or throws a `Refusal`. */
export type Operation<C extends Call = Call> = (call: C) => Promise<Response>;

/** `null`: not counted. */
type LimitOf = Limit | null | ((request: Request) => Limit);
/** Says as whom a call is counted. */
type Caller = (call: Call) => Promise<Call>;

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/**
 * The rows of one address by their method. `refused` shows a refusal as a page, for a person. `isSecret`: its open part is a
 * key, or names a person's lead, so no log has it (`loggedPath`).
 */
export type Address = { readonly [Method in (typeof methods)[number]]?: Row } & {
  readonly refused?: RefusalPage;
  readonly isSecret?: true;
};
type RefusalPage = (refusal: Refusal, request: Request) => Promise<Response>;

/** A table of addresses, such as `/api/gallery/:id`. */
export type Routes = Readonly<Record<string, Address>>;

/** A public row. */
export const anybody = (limit: LimitOf, run: Operation, as: Caller = async (call) => call) =>
  ({ who: 'anybody', limit, as, run }) as const;
type AdminOperation = Operation<AdminCall>;
/** A row of the owner alone. */
export const owner = (run: AdminOperation) => ({ who: 'owner', run }) as const;
/** A row of the owner and the office. */
export const office = (run: AdminOperation) => ({ who: 'office', run }) as const;
/** A row of all who are signed in. */
export const team = (run: AdminOperation) => ({ who: 'team', run }) as const;
/** A row whose call checks a signature by itself: the provider's, or an upload's grant. */
export const signed = (run: Operation) => ({ who: 'signed', run }) as const;

/** Who may call, and what the call does. */
type Row = ReturnType<typeof anybody | typeof owner | typeof office | typeof team | typeof signed>;

/** Whose role a row takes, and what all others hear. */
const roles: Record<'owner' | 'office' | 'team', { readonly of: readonly string[]; readonly refused: Message }> = {
  owner: { of: ['owner'] satisfies Role[], refused: 'forOwner' },
  office: { of: ['owner', 'office'] satisfies Role[], refused: 'forOffice' },
  team: { of: Object.keys(roleLabels), refused: 'roleUnknown' },
};

/** The call takes a JSON body, parsed by its contract. Refuses with 415, 413 and 400. */
export function takes<Schema extends z.ZodMiniType, C extends Call>(
  schema: Schema,
  run: (body: z.output<Schema>, call: C) => Promise<Response>,
): Operation<C> {
  return async (call) => await run(await readJson(call.request, schema), call);
}

/** The call takes a plain HTML form. Refuses with 415, 413 and 400. */
export function takesForm(run: (form: URLSearchParams, call: Call) => Promise<Response>): Operation {
  return async (call) => await run(await readForm(call.request), call);
}

/**
 * Makes the function of a table. Answers HEAD as GET without the body. Renders a refusal as JSON or by the address's
 * page, in the caller's language. Logs any other error and answers 503 (storage) or 500, without a stack trace. If the
 * page cannot be drawn, answers the JSON.
 */
export function serve(routes: Routes) {
  return async (request: Request, context: Context): Promise<Response> => {
    const found = find(routes, new URL(request.url).pathname);
    const answer = await perform(found, request, context).catch((thrown: unknown) =>
      render(thrown instanceof Refusal ? thrown : serverError(request, thrown), request, found?.address.refused),
    );
    if (request.method !== 'HEAD') return answer;
    await answer.body?.cancel();
    return new Response(null, answer);
  };
}

interface Found {
  readonly address: Address;
  readonly params: Call['params'];
}

/** The address of a path, with or without a slash at its end. One without open parts comes first. */
function find(routes: Routes, pathname: string): Found | undefined {
  const path = pathname.replace(/(?<=.)\/$/, '').split('/');
  const fitting = Object.entries(routes).flatMap(([name, address]) => {
    const params = paramsOf(name.split('/'), path);
    return params ? [{ address, params }] : [];
  });
  return fitting.find(({ params }) => Object.keys(params).length === 0) ?? fitting[0];
}

function paramsOf(parts: readonly string[], path: readonly string[]): Record<string, string> | null {
  const fits = parts.every((part, index) => (part.startsWith(':') ? path[index] : part === path[index]));
  if (!fits || parts.length !== path.length) return null;
  return Object.fromEntries(
    parts.flatMap((part, index) => (part.startsWith(':') ? [[part.slice(1), path[index] ?? '']] : [])),
  );
}

/** Refuses an unknown address with 404, and an unknown method with 405 and `Allow` (RFC 9110, 15.5.6). */
async function perform(found: Found | undefined, request: Request, context: Context): Promise<Response> {
  if (!found) throw new Refusal(404, 'nothing');
  const row = rowOf(found.address, request.method);
  const call = await callOf(request, context, found.params);
  const { notifier } = call.services;
  // Tries at once to send the news that the call has stored, even if it failed later.
  return await checked(row, call).finally(() => notifier.hasFresh() && call.later(() => notifier.sendFresh()));
}

function rowOf(address: Address, method: string): Row {
  const asked = methods.find((name) => name === (method === 'HEAD' ? 'GET' : method));
  const row = asked && address[asked];
  if (row) return row;
  const allowed = methods.filter((name) => address[name]);
  const allow = allowed.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name])).join(', ');
  throw new Refusal(405, { code: 'method', methods: allow }, { headers: { allow } });
}

/**
 * Checks a call in the one order: 405 (`rowOf`), 401, 403 (by the role, then by the page), 429, then 415, 413 and 400
 * (`takes`), then what the call finds out by itself, such as 404 and 409. A read begins while it is checked; its result is
 * dropped if it is refused.
 */
async function checked(row: Row, call: Call): Promise<Response> {
  if (row.who === 'signed') return await row.run(call);
  const isRead = isReading(call.request);
  if (row.who !== 'anybody') {
    const { admin, signedIn } = await adminCall(call);
    const { of, refused } = roles[row.who];
    const mayCall = of.includes(admin.person.role);
    if (!isRead || !mayCall) await signedIn;
    if (!mayCall) throw new Refusal(403, refused);
    if (!isRead) requireOwnOrigin(call.request);
    return await runBeside(signedIn, () => row.run(admin));
  }
  if (!isRead) requireOwnOrigin(call.request);
  const caller = await row.as(call);
  const limit = typeof row.limit === 'function' ? row.limit(call.request) : row.limit;
  const counted = limit ? countCall(caller, limit) : Promise.resolve();
  if (!isRead) await counted;
  return await runBeside(counted, () => row.run(caller));
}

async function runBeside(check: Promise<void>, run: () => Promise<Response>): Promise<Response> {
  // If this process knows that the limit is reached, the read does not even begin.
  await Promise.race([check, undefined]);
  const reading = run();
  // A failed reading must not hide the refusal.
  reading.catch(() => undefined);
  await check;
  return await reading;
}

async function render(refusal: Refusal, request: Request, refused?: RefusalPage): Promise<Response> {
  // Our pages send no other method: the caller is a program.
  const asJson = () => problem(languageOfCall(request), refusal);
  if (!refused || refusal.status === 405) return asJson();
  try {
    return await refused(refusal, request);
  } catch (error) {
    logUnexpected(request, error);
    return asJson();
  }
}

function serverError(request: Request, error: unknown): Refusal {
  logUnexpected(request, error);
  return new Refusal(error instanceof StorageError ? 503 : 500, 'ourSide');
}

async function callOf(request: Request, context: Context, params: Call['params']): Promise<Call> {
  return {
    request,
    services: await servicesFor(context),
    networks: networksOf(context.ip),
    params,
    later: (work) => {
      const done = setImmediate().then(work);
      const logged = done.catch((error: unknown) => logUnexpected(request, error));
      // If the runtime has no `waitUntil`, the schedule does the work later.
      context.waitUntil?.(logged);
    },
  };
}
