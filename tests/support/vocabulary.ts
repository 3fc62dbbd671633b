import path from 'node:path';
import ts from 'typescript';

/** A thing in a page's JSON-LD graph. */
export interface FoundThing {
  readonly page: string;
  readonly thing: { readonly '@type': string };
}

const root = path.resolve(import.meta.dirname, '../..');

/** Faults by schema.org's vocabulary: the compiler checks each thing as a literal of its schema-dts type. */
export function vocabularyErrors(things: readonly FoundThing[]): string[] {
  const file = path.join(root, 'tests/json-ld-of-the-site.ts');
  const lines = things.map(
    ({ thing }, index) => `export const thing${index}: schema.${thing['@type']} = ${JSON.stringify(thing)};`,
  );
  const source = [`import type * as schema from 'schema-dts';`, ...lines].join('\n');
  const options: ts.CompilerOptions = {
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const program = ts.createProgram([file], options, {
    ...host,
    fileExists: (name) => name === file || host.fileExists(name),
    readFile: (name) => (name === file ? source : host.readFile(name)),
    getSourceFile: (name, language) =>
      name === file ? ts.createSourceFile(name, source, language) : host.getSourceFile(name, language),
  });
  return ts.getPreEmitDiagnostics(program).map(({ file: where, start, messageText }) => {
    const line = where && start !== undefined ? where.getLineAndCharacterOfPosition(start).line : 0;
    return `${things[line - 1]?.page ?? where?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
