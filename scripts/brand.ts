/**
 * `npm run brand`: makes the site another dealer's. Asks what it must know and writes `brand/`, or takes the folder
 * `brand` of another one: `npm run brand -- --from <folder>`. Then says what is left to do (docs/rebrand.md).
 */
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { askDealer, askerOf, zoneNamesOf } from './brand/answers.ts';
import { factsIn, factsOfDealer, textsOfContent } from './brand/facts.ts';
import { checkBrand } from './brand/folder.ts';
import { paletteOf, recolored } from './brand/palette.ts';
import { captureCommand } from './command.ts';
import { report } from './content-check/finding.ts';

/** The project of the working folder, so that it can be a copy. */
const root = process.cwd();
const { values } = parseArgs({ options: { from: { type: 'string' } } });

/** Until the dealer's own mark is there: a window and its shade. */
const PLAIN_MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>A window with its shade half down</title><path d="M3 2h26v3H3zM5 7h22v10H5zM5 19h2v9h18v-9h2v11H5z"/></svg>\n';

const former = await factsOfDealer(root);
if (values.from === undefined) await writeAnswers();
else await takeFolder(path.resolve(values.from));
// The specification speaks of the first dealer's content alone.
await rm(path.join(root, 'brand/specified.json'), { force: true });
const findings = await checkBrand(root);
if (findings.length > 0) console.log(report(findings));
// As `npm run check` wants it.
await captureCommand('biome', ['format', '--write', 'brand'], {}, root);
await sayWhatIsLeft();
process.exitCode = findings.length > 0 ? 1 : 0;

async function takeFolder(folder: string): Promise<void> {
  if (folder === root) throw new Error('This is the project itself. Name the folder of another dealer.');
  const problems = await checkBrand(folder);
  if (problems.length > 0) {
    console.error(`${folder} was not taken over.\n\n${report(problems)}`);
    process.exit(1);
  }
  // Who brings no typefaces keeps the ones that are here.
  for (const part of await readdir(path.join(root, 'brand'))) {
    if (part !== 'typefaces') await rm(path.join(root, 'brand', part), { recursive: true });
  }
  await cp(path.join(folder, 'brand'), path.join(root, 'brand'), { recursive: true });
}

async function writeAnswers(): Promise<void> {
  const [brand, choices, look, drawing] = await Promise.all([
    readJson('brand/brand.json'),
    readJson('brand/choices.json'),
    readJson('brand/look.json'),
    readFile(path.join(root, 'brand/pictures/owners.svg'), 'utf8'),
  ]);
  const { business, timeZone, main } = await askDealer(askerOf(process.stdin, process.stdout), brand);
  const colors = paletteOf(main, look.colors);
  const isSpanish = business.languages.includes('es');
  const { region, coverage } = business;
  const spanish = { translation: 'unreviewed', region, coverage, contactPromise: 'en menos de 24 horas' };
  const { es, ...names } = zoneNamesOf(timeZone);
  // The former dealer's profiles, and its sentence about weekends, are not this one's.
  const { sameAs: _profiles, contactException: _weekend, ...kept } = brand;
  await write('brand/brand.json', { ...kept, ...business });
  await write('brand/brand.es.json', isSpanish ? spanish : {});
  const zone = await readJson('brand/zone.json');
  if (zone.timeZone !== timeZone) {
    await write('brand/zone.json', { timeZone });
    await write('brand/zone-names.json', isSpanish ? { ...names, es } : names);
  }
  const cities = coverage.map((name) => ({ name }));
  // Nor are its ZIP codes and its weekend.
  const { zipAreas: _areas, callback: _callback, ...offered } = choices;
  await write('brand/choices.json', { ...offered, cities, callbackCities: [{ name: region }] });
  await write('brand/look.json', { colors });
  await writeFile(path.join(root, 'brand/mark.svg'), PLAIN_MARK);
  await writeFile(path.join(root, 'brand/pictures/owners.svg'), recolored(drawing, look.colors, colors));
}

async function readJson(file: string) {
  return JSON.parse(await readFile(path.join(root, file), 'utf8'));
}

async function write(file: string, content: object): Promise<void> {
  await writeFile(path.join(root, file), `${JSON.stringify(content, null, 2)}\n`);
}

/** In the order of the launch list in docs/deploy.md. */
async function sayWhatIsLeft(): Promise<void> {
  const own = await factsOfDealer(root);
  const stale = former.filter((fact) => !own.includes(fact) && !fact.startsWith('#'));
  const { languages } = await readJson('brand/brand.json');
  // A site in English alone reads no translation.
  const texts = (await textsOfContent(root)).filter(({ file }) => languages.includes('es') || !file.endsWith('.es.md'));
  const named = texts.flatMap(({ file, text }) => {
    const found = factsIn(text, stale);
    return found.length > 0 ? [`  ${file}: ${found.join(', ')}`] : [];
  });
  // In a process of its own: this one has loaded the brand that was there before.
  const { output } = await captureCommand('node', [path.join(root, 'scripts/content-check.ts')], {}, root);
  console.log(`
Wrote brand/. What is left, in the order of "Before you go live" in docs/deploy.md:

1. brand/
   - mark.svg: ${values.from ? 'look at it in a browser.' : 'a plain window, until you put your own in its place.'}
   - choices.json: the services, the ZIP codes of each place, and where you come (zipAreas).
   - brand.json: holidays, length of the visits, how soon you answer. Rating, years and "certified dealer" must be true.
   - pictures/: the hero at its hours (hero.jpg, hero-1800.jpg …), and the owners' drawing.
2. Samples, and texts to correct (npm run content:check):

${output.replace(/^(?=.)/gm, '   ')}
3. Texts that still name the dealer before you. Rewrite them, or delete what is not yours:

${named.join('\n') || '  none'}

4. src/content/pages/privacy.md: read it with somebody who knows the business.
5. src/assets/: the pictures are renders. No caption may call one a customer's job.
`);
}
