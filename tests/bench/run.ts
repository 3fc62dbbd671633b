/** `npm run bench`: the figures of the design's section 10 that are measured here. A new one is one more function. */
import { buildSiteIfChanged } from '../../scripts/build-site.ts';
import { answerRows, importRows } from './functions.ts';
import { galleryRows } from './gallery.ts';
import { startRows } from './host.ts';
import { pageRows } from './pages.ts';
import { printRows } from './row.ts';

await buildSiteIfChanged();
for (const measure of [startRows, importRows, answerRows, galleryRows, pageRows]) printRows(await measure());
