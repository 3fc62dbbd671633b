import { readdir, stat } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { localAdmin } from '#local/admin';
import { visitSecret, visitToken } from '#server/leads/visit-link';
import { openStore } from '#server/storage/stores';
import { consultation } from '#tests/support/visitor';
import { ask, logged, OURS, trialSite } from './trial-site.ts';

test('leads and secrets are for the user of the server alone: files 600, folders 700', async () => {
  const site = await trialSite({}, OURS);
  const dataDir = path.join(site.folder, 'data');
  await localAdmin(dataDir, {});
  const headers = { 'content-type': 'application/json' };
  const answer = await ask(site, '/api/consultation-requests', {
    method: 'POST',
    headers,
    body: JSON.stringify(consultation),
  });
  expect(answer.status).toBe(201);
  const store = openStore('leads', { context: 'dev', dataDir });
  await store.put('trial/a', 1);
  const found = await readdir(dataDir, { recursive: true, withFileTypes: true });
  expect(found.length).toBeGreaterThan(3);
  const open: string[] = [];
  for (const entry of found) {
    const place = path.join(entry.parentPath, entry.name);
    const mode = (await stat(place)).mode & 0o777;
    if (mode !== (entry.isDirectory() ? 0o700 : 0o600)) open.push(`${place} ${mode.toString(8)}`);
  }
  expect([open, (await stat(dataDir)).mode & 0o777]).toEqual([[], 0o700]);
});

test('the token of a visit is in no log, also when a POST to it is aborted', async () => {
  const site = await trialSite({}, OURS);
  const auth = openStore('auth', { context: 'dev', dataDir: path.join(site.folder, 'data') });
  const token = visitToken(await visitSecret(auth), 'f'.repeat(32));
  const lines = logged();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1000' };
  await new Promise<void>((resolve) => {
    const outgoing = request({ host: '127.0.0.1', port: site.port, path: `/visit/${token}`, method: 'POST', headers });
    outgoing.on('error', () => resolve()).on('close', () => resolve());
    outgoing.write('action=', () => void setTimeout(() => outgoing.destroy(), 200));
  });
  await pause(500);
  expect(inspect(lines)).not.toContain(token.split('.')[1]);
});

test.each(['throw new Error("x")', 'return 1', 'throw new Error("x", { cause: request.url.length })'])(
  'the token is not in the log of a function that does this: %s',
  async (body) => {
    const code = `export default async (request) => { ${body}; }; export const config = { path: '/visit/:token' };`;
    const site = await trialSite({ 'functions/visit.mjs': code });
    const lines = logged();
    for (const address of ['/visit/geheim.abc', '/visit/geheim.abc/?done=moved', '/visit/geheim.abc?grant=geheim']) {
      expect((await ask(site, address, { method: 'POST' })).status).toBe(500);
    }
    expect(inspect(lines)).toContain('/visit/...');
    expect(inspect(lines)).not.toContain('geheim');
  },
);
