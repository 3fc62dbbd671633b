import ts from 'typescript';

/** The addresses of a function. */
export interface Routes {
  readonly name: string;
  readonly path: readonly string[];
  readonly excludedPath: readonly string[];
}

type Literal = string | number | boolean | readonly Literal[] | { readonly [name: string]: Literal };

const MAX_LINES = 20;

/** The faults of a function file that Netlify ignores silently. */
export function faultsOf(name: string, text: string): string[] {
  const config = readConfig(text);
  const lines = text.trimEnd().split('\n').length;
  const faults = lines > MAX_LINES ? [`${lines} lines, at most ${MAX_LINES}`] : [];
  if (!config) faults.push('needs `export const config: Config = { … }` of literals alone, or its route is not read');
  if (config && 'method' in config) faults.push('has a method: the function itself answers 405, with Allow');
  if (config && !('path' in config) && !('schedule' in config)) faults.push('has neither a path nor a schedule');
  if (config && !isAggregatedByList(config['rateLimit'])) faults.push('rateLimit.aggregateBy must be an array');
  return faults.map((fault) => `${name}: ${fault}`);
}

/** Without an array, Netlify drops the whole rate limit. */
function isAggregatedByList(rateLimit: Literal | undefined): boolean {
  if (rateLimit === undefined) return true;
  return typeof rateLimit === 'object' && 'aggregateBy' in rateLimit && Array.isArray(rateLimit['aggregateBy']);
}

export function routesOf(name: string, text: string): Routes {
  const config = readConfig(text) ?? {};
  return { name, path: texts(config['path']), excludedPath: texts(config['excludedPath']) };
}

function texts(value: Literal | undefined): string[] {
  return [value ?? []].flat().filter((item) => typeof item === 'string');
}

/** Reads the config from the text, without running it, as Netlify does. */
function readConfig(text: string): { readonly [name: string]: Literal } | null {
  const source = ts.createSourceFile('function.ts', text, ts.ScriptTarget.Latest, true);
  const exported = source.statements.filter(ts.isVariableStatement).filter(isExported);
  const declaration = exported
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .find((candidate) => candidate.name.getText() === 'config');
  if (declaration?.type?.getText() !== 'Config' || !declaration.initializer) return null;
  if (!ts.isObjectLiteralExpression(declaration.initializer)) return null;
  return readObject(declaration.initializer) ?? null;
}

function isExported(statement: ts.VariableStatement): boolean {
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function readLiteral(node: ts.Expression): Literal | undefined {
  if (ts.isStringLiteral(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) {
    return node.kind === ts.SyntaxKind.TrueKeyword;
  }
  if (ts.isObjectLiteralExpression(node)) return readObject(node);
  if (!ts.isArrayLiteralExpression(node)) return undefined;
  const items = node.elements.map(readLiteral);
  return items.every((item) => item !== undefined) ? items : undefined;
}

function readObject(node: ts.ObjectLiteralExpression): { readonly [name: string]: Literal } | undefined {
  const entries: [string, Literal][] = [];
  for (const property of node.properties) {
    const value = ts.isPropertyAssignment(property) ? readLiteral(property.initializer) : undefined;
    if (value === undefined || !property.name || !ts.isIdentifier(property.name)) return undefined;
    entries.push([property.name.text, value]);
  }
  return Object.fromEntries(entries);
}

/** Addresses with more than one function, and their names. */
export function findOverlaps(functions: readonly Routes[]): string[] {
  const patterns = functions.flatMap(({ path, excludedPath }) => [...path, ...excludedPath]);
  const examples = new Set(patterns.flatMap((pattern) => examplesOf(pattern, patterns)));
  return [...examples].flatMap((address) => {
    const owners = functions.filter((routes) => answers(routes, address)).map(({ name }) => name);
    return owners.length > 1 ? [`${address}: ${owners.join(' and ')}`] : [];
  });
}

function answers({ path, excludedPath }: Routes, pathname: string): boolean {
  const fits = (pattern: string): boolean => new URLPattern({ pathname: pattern }).test({ pathname });
  return path.some(fits) && !excludedPath.some(fits);
}

/** Addresses that match a pattern. Each open part takes every word of the patterns in its place, and a new one. */
function examplesOf(pattern: string, patterns: readonly string[]): string[] {
  const segments = pattern.split('/').slice(1);
  let examples = [''];
  for (const [index, segment] of segments.entries()) {
    const words = isOpen(segment) ? openWords(index, patterns) : [segment];
    examples = examples.flatMap((start) => words.map((word) => `${start}/${word}`));
  }
  if (!pattern.endsWith('*')) return examples;
  const start = pattern.slice(0, -1);
  return [...examples, ...patterns.filter((other) => other.startsWith(start) && !other.split('/').some(isOpen))];
}

function openWords(index: number, patterns: readonly string[]): string[] {
  const words = patterns.map((pattern) => pattern.split('/')[index + 1] ?? '').filter((word) => word && !isOpen(word));
  return [...new Set([...words, 'another'])];
}

function isOpen(segment: string): boolean {
  return /[:*(]/.test(segment);
}
