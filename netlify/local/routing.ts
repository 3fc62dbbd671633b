import type { LoadedFunction } from './function-module.ts';

export interface RouteMatch {
  readonly fn: LoadedFunction;
  /** The named parts of the matched path, still encoded, as Netlify hands them over. */
  readonly params: Record<string, string>;
}

/** The function that a request is for by its own `config`, or `null`. A closing slash makes no difference. */
export function matchFunction(
  functions: readonly LoadedFunction[],
  method: string,
  pathname: string,
): RouteMatch | null {
  const input = { pathname: pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname };
  for (const fn of functions) {
    if (fn.methods.length > 0 && !fn.methods.includes(method)) continue;
    if (fn.excluded.some((pattern) => pattern.test(input))) continue;
    const match = fn.patterns.map((pattern) => pattern.exec(input)).find((found) => found !== null);
    if (match) return { fn, params: namedParts(match.pathname.groups) };
  }
  return null;
}

function namedParts(groups: Record<string, string | undefined>): Record<string, string> {
  const named = Object.entries(groups).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(named);
}
