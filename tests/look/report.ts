/** The page that shows a comparison: before, after and difference of each scene beside each other. */
import path from 'node:path';
import type { Comparison } from './compare.ts';

const styles = `
  body { margin: 1.5rem; font: 16px/1.5 system-ui, sans-serif; color: #222; background: #f3f3f1; }
  h2 { margin: 2.5rem 0 0.5rem; font-size: 1.1rem; }
  .pair { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1rem; align-items: start; }
  figure { margin: 0; }
  figcaption { color: #666; font-size: 0.875rem; }
  img { max-width: 100%; box-shadow: 0 0 0 1px #ccc; background: #fff; }
  .same { columns: 18rem; padding: 0; list-style: none; }
`;

export interface Report {
  /** What was compared: names of commits. */
  readonly before: string;
  readonly after: string;
  readonly compared: readonly Comparison[];
  /** Scenes that could not be taken, in a sentence each. */
  readonly failures: readonly string[];
}

/** The page as HTML that is to stand in `folder`, sorted as the comparisons are. */
export function comparisonPage({ before, after, compared, failures }: Report, folder: string): string {
  const title = `${escaped(before)} and ${escaped(after)}`;
  const differing = compared.filter(({ share }) => share > 0);
  const same = compared.filter(({ share }) => share === 0);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${styles}</style>
<h1>${title}</h1>
<p>${compared.length} pictures, ${differing.length} of them differ.</p>
${failures.length > 0 ? `<h2>Not taken</h2>\n<pre>${failures.map(escaped).join('\n')}</pre>` : ''}
${differing.map((one) => section(one, folder)).join('\n')}
<h2>The same in both</h2>
<ul class="same">${same.map((one) => `<li>${linkTo(one.after, escaped(one.name), folder)}</li>`).join('\n')}</ul>
</html>
`;
}

function section({ name, before, after, difference, share }: Comparison, folder: string): string {
  const figures = Object.entries({ Before: before, After: after, Difference: difference });
  return `<h2>${escaped(name)}: ${percent(share)}</h2>
<div class="pair">${figures.map(([caption, file]) => figure(caption, file, folder)).join('\n')}</div>`;
}

function figure(caption: string, file: string | undefined, folder: string): string {
  const picture = file ? `<img loading="lazy" alt="${caption}" src="${address(file, folder)}">` : 'None';
  return `<figure><figcaption>${caption}</figcaption>${linkTo(file, picture, folder)}</figure>`;
}

const linkTo = (file: string | undefined, html: string, folder: string): string =>
  file ? `<a href="${address(file, folder)}">${html}</a>` : html;

const address = (file: string, folder: string): string =>
  path.relative(folder, file).split(path.sep).map(encodeURIComponent).join('/');

/** A part of a whole as it is said: 0.123 %. */
export const percent = (share: number): string => `${(share * 100).toFixed(3)} %`;

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
