import { globSync, readFileSync } from 'node:fs';
import { siteLanguages } from '#i18n/site-languages';
import { zonedToday } from '#lib/time/dates';
import { parseOptions } from './command.ts';
import { checkBuiltPages } from './content-check/built-pages.ts';
import { checkContent } from './content-check/collections.ts';
import { checkDealer } from './content-check/dealer.ts';
import { due, type Finding, report } from './content-check/finding.ts';
import { checkSpecified, SPECIFIED } from './content-check/specified.ts';

/**
 * `npm run content:check`: reports errors (and exits with 1) and due work, in content and built pages. `-- --specified`
 * checks as well what the first content was asked to have.
 */
const { values } = parseOptions({ options: { specified: { type: 'boolean' } } });
const root = process.cwd();
const content = await checkContent(root, zonedToday(new Date()));
const dealer = await checkDealer(root);
const built = await checkBuiltPages(root);
const specified = values.specified ? await checkSpecified(root) : [];
const words = siteLanguages.includes('es') ? unreviewedWords() : [];
const findings = [...content.findings, ...dealer, ...built.findings, ...(specified ?? []), ...words];

console.log(report(findings));
console.log(`Checked ${content.entries} entries and ${built.pages} built pages (npm run build makes them).`);
if (specified === null) console.log(`Nothing is specified: ${SPECIFIED} is not there, or another dealer’s.`);
process.exitCode = findings.some(({ severity }) => severity === 'wrong') ? 1 : 0;

/** Spanish interface texts that nobody has reviewed. Their file says so in `review`. */
function unreviewedWords(): Finding[] {
  const files = globSync('src/i18n/es/*.ts', { cwd: root }).toSorted();
  return files
    .filter((file) => readFileSync(`${root}/${file}`, 'utf8').includes("review = 'unreviewed'"))
    .map((file) =>
      due(file, 'The translation was not reviewed. Once a reader has passed it, take its line `review` away.'),
    );
}
