import { easternDate } from '#lib/calendar-date';
import { checkBuiltPages } from './content-check/built-pages.ts';
import { checkContent } from './content-check/collections.ts';
import { report } from './content-check/finding.ts';

/**
 * `npm run content:check`: what is wrong in the content and in the built pages (then it ends with 1),
 * and what is merely due: offers that ended, samples, reading times.
 */
const root = process.cwd();
const content = await checkContent(root, easternDate(new Date()));
const built = await checkBuiltPages(root);
const findings = [...content.findings, ...built.findings];

console.log(report(findings));
console.log(`Checked ${content.entries} entries and ${built.pages} built pages (npm run build makes them).`);
process.exitCode = findings.some(({ severity }) => severity === 'wrong') ? 1 : 0;
