import { glob, readFile } from 'node:fs/promises';
import ts from 'typescript';
import { expect, test } from 'vitest';
import spanish from '../src/i18n/es/admin.json' with { type: 'json' };

const words = Object.entries(spanish);
const sources = new Map<string, string>();
for await (const file of glob('{src,netlify}/**/*.{ts,tsx,astro}'))
  if (!/\.test\.tsx?$/.test(file)) sources.set(file, await readFile(file, 'utf8'));

test('every translation is of a text that is still there, in the order of the alphabet', () => {
  const code = [...sources.values()].join('\n');
  // A literal as the formatter writes it, or a word before its plural's s.
  const isUsed = (text: string): boolean =>
    [`'${text}'`, `"${text}"`, `\`${text}\``, `'${text.replaceAll("'", "\\'")}'`].some((one) => code.includes(one)) ||
    (text.endsWith('s') && isUsed(text.slice(0, -1)));
  const texts = words.map(([text]) => text);
  expect(texts.filter((text) => !isUsed(text))).toEqual([]);
  expect(texts).toEqual(texts.toSorted());
});

test('a translation is no empty text, and has the values and the marked words of its original', () => {
  const marks = (text: string) => (text.match(/\{\w+\}|[[\]]/g) ?? []).toSorted();
  const wrong = words.filter(
    ([text, translation]) => !translation.trim() || `${marks(text)}` !== `${marks(translation)}`,
  );
  expect(wrong).toEqual([]);
});

/** Those whose words are all said. */
const SAID =
  /^src\/(islands\/(ui|admin\/(?!content))|pages\/\[\.\.\.language\]\/(admin\/|login))|^netlify\/server\/(channels\/(mail\/owner-messages|texts\/drafts)|calendar\/feed|http\/setup-(trials|google))/;
/** Attributes that people read or hear. */
const READ = /^(alt|aria-label|busyPress|failed|keep|label|legend|of|placeholder|press|prompt|text|title)$/;

/** Words that are not said: texts of elements and of what people read, and whatever else looks like a sentence. */
function unsaid(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    // A list of texts, to be said later.
    if (ts.isSatisfiesExpression(node) && /\bPlainText\b/.test(node.type.getText())) return;
    if (ts.isNewExpression(node) && /Error$/.test(node.expression.getText())) return;
    const isRead = ts.isJsxAttribute(node) && READ.test(node.name.getText()) && node.initializer !== undefined;
    if (isRead && ts.isStringLiteral(node.initializer) && node.initializer.text) found.push(node.getText());
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
    const plain = node.getText().replace(/\$\{[^}]*\}/g, '');
    if (ts.isJsxText(node) && /\p{L}/u.test(plain)) found.push(plain.trim());
    // Classes and codes begin with a small letter, or have no space.
    if (isText && /^.\s?[A-Z][a-z’]*[ .,]/.test(plain)) found.push(plain);
    const isSaid = ts.isCallExpression(node) && /^say\w*$/.test(node.expression.getText());
    if (isSaid) node.arguments.slice(1).forEach(visit);
    else node.forEachChild(visit);
  };
  visit(source);
  return found.map((one) => `${file}: ${one}`);
}

test('an owner’s page says its words in both languages', () => {
  const files = [...sources].filter(([file]) => SAID.test(file) && !file.endsWith('.astro'));
  expect(files.flatMap(([file, text]) => unsaid(file, text))).toEqual([]);
  expect(files.length).toBeGreaterThan(1);
  const example = (code: string) => unsaid('a.tsx', `export const a = ${code};`).length;
  const wrong = ['<p>Today</p>', '<p title="today" />', "f('No visits yet')", '`There is it.`', "{ a: 'Try again.' }"];
  expect(wrong.map(example)).toEqual([1, 1, 1, 1, 1]);
  const right = ["<p>{say('Today')}</p>", '<p className="grid gap-2" />', '<img alt="" />', "say('No visits yet')"];
  expect(right.map(example)).toEqual([0, 0, 0, 0]);
});
