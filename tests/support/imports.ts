import path from 'node:path';
import ts from 'typescript';

/** A file's imports as written; `null` for a computed one. */
export function importsOf(file: string, text: string): (string | null)[] {
  const code = file.endsWith('.astro') ? codeOfAstro(text) : text;
  const kind = file.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.TSX;
  const found: (string | null)[] = [];
  const visit = (node: ts.Node): void => {
    const address = addressIn(node);
    if (address) found.push(ts.isStringLiteralLike(address) ? address.text : null);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind));
  return found;
}

/** Static and dynamic imports, re-exports, types (`import('x').T`) and `require`. */
function addressIn(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument;
  if (!ts.isCallExpression(node)) return undefined;
  const { expression } = node;
  const isImport = expression.kind === ts.SyntaxKind.ImportKeyword;
  const isRequire = ts.isIdentifier(expression) && expression.text === 'require';
  return isImport || isRequire ? node.arguments[0] : undefined;
}

/** An Astro file's frontmatter and scripts. Its markup imports nothing. */
function codeOfAstro(text: string): string {
  const frontmatter = /^\s*---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? '';
  const scripts = [...text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script);
  return [frontmatter, ...scripts].join('\n;\n');
}

/** Aliases of `package.json`: `#lib/*` stands for `./src/lib/*.ts`. */
export type Aliases = Readonly<Record<string, string>>;

/** The target of an import: a path from the project's root, or a package. */
export function resolveImport(from: string, address: string, aliases: Aliases): { file: string } | { package: string } {
  const bare = address.replace(/\?.*$/, '');
  if (bare.startsWith('.')) return { file: path.posix.join(path.posix.dirname(from), bare) };
  if (!bare.startsWith('#')) return { package: bare };
  for (const [alias, target] of Object.entries(aliases)) {
    const [before = '', after] = alias.split('*');
    if (after === undefined && bare === alias) return { file: path.posix.normalize(target) };
    if (after !== undefined && bare.startsWith(before)) {
      return { file: path.posix.normalize(target.replace('*', bare.slice(before.length))) };
    }
  }
  return { package: bare };
}
