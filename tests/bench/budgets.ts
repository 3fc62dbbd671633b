/** Fails when a built page is too heavy. Part of `npm test`. */
import { pageRows } from './pages.ts';
import { isOver, printRows } from './row.ts';

const rows = await pageRows();
printRows(rows);
if (rows.some(isOver)) process.exit(1);
