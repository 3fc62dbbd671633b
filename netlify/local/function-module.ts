import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Context } from '@netlify/functions';
import * as z from 'zod/mini';

type Handler = (request: Request, context: Context) => unknown;

const paths = z.pipe(
  z.optional(z.union([z.string(), z.array(z.string())])),
  z.transform((given) => [given ?? []].flat()),
);

const FunctionModule = z.object({
  default: z.custom<Handler>((value) => typeof value === 'function', 'the default export must be a function'),
  config: z.prefault(z.strictObject({ path: paths, excludedPath: paths, schedule: z.optional(z.string()) }), {}),
});

export interface LoadedFunction {
  /** The file's name without extension, as in `/.netlify/functions/<name>`. */
  readonly name: string;
  readonly run: Handler;
  readonly patterns: readonly URLPattern[];
  readonly excluded: readonly URLPattern[];
  /** A cron expression (UTC) for a scheduled function. */
  readonly schedule: string | null;
}

/** Imports all function files of the folder. Throws with the file's name if one is invalid. */
export async function loadFunctions(folder: string): Promise<LoadedFunction[]> {
  const files = (await readdir(folder)).filter((name) => /^[\w-]+\.m?[jt]s$/.test(name)).toSorted();
  return await Promise.all(files.map((file) => loadFunction(path.resolve(folder, file))));
}

async function loadFunction(location: string): Promise<LoadedFunction> {
  const name = path.parse(location).name;
  const parsed = FunctionModule.safeParse({ ...(await import(pathToFileURL(location).href)) });
  if (!parsed.success) throw new Error(`${location}: ${parsed.error.issues.map(({ message }) => message).join(', ')}`);
  const { default: run, config } = parsed.data;
  return {
    name,
    run,
    patterns: config.path.map(toPattern),
    excluded: config.excludedPath.map(toPattern),
    schedule: config.schedule ?? null,
  };
}

function toPattern(pathname: string): URLPattern {
  return new URLPattern({ pathname });
}

/** The function for a request by its `config`, or `null`. Ignores a trailing slash. */
export function functionAt(functions: readonly LoadedFunction[], pathname: string): LoadedFunction | null {
  const input = { pathname: pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname };
  const fits = (patterns: readonly URLPattern[]) => patterns.some((pattern) => pattern.test(input));
  return functions.find(({ patterns, excluded }) => fits(patterns) && !fits(excluded)) ?? null;
}
