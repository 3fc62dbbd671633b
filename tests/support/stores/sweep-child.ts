/** Brings former leads of a database into today's shape: `node sweep-child.ts <file>`. Each write is a line of the pipe. */
import { writeSync } from 'node:fs';
import { tidyRecords } from '#server/leads/lead-sweep';
import { sqliteStore } from '#server/storage/sqlite';
import { wrapped } from './memory-store.ts';

const leads = wrapped(sqliteStore(process.argv[2] ?? '', 'leads'), (call, method) => async (...args) => {
  const answer = await call(...args);
  if (method === 'create' || method === 'replace') writeSync(1, `${method}\n`);
  return answer;
});
const report = (what: string, error: unknown): never => {
  throw new Error(what, { cause: error });
};
await tidyRecords({ leads, report }, Date.now());
