/**
 * `npm run test:engines`: a booking, its visit, the manager and the gallery in the engines that `npm test` does not
 * drive: Debian's Firefox, and WebKitGTK, which is Safari's engine. What is not installed is named and skipped.
 * `-- -t webkit` tries one of them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { SiteProcess } from '#tests/support/site-process';
import { buildSiteIfChanged } from '../../scripts/build-site.ts';
import { bundleFunctions } from '../../scripts/bundle-functions.ts';
import { findProgram } from '../../scripts/command.ts';
import type { Driver } from './driver.ts';
import { openFirefox } from './firefox.ts';
import { journeys, owner } from './journeys.ts';
import { Visitor } from './visitor.ts';
import { openWebKit } from './webkit.ts';

const engines = {
  firefox: {
    program: findProgram('firefox-esr', 'firefox'),
    open: openFirefox,
    missing: 'Firefox is not installed: apt-get install firefox-esr',
  },
  webkit: {
    program: process.env['DISPLAY'] && findProgram('WebKitWebDriver'),
    open: openWebKit,
    missing: 'WebKitGTK needs a display: apt-get install webkit2gtk-driver xvfb, then xvfb-run npm run test:engines',
  },
};

const BUILD_MS = 900_000;

beforeAll(async () => {
  await buildSiteIfChanged();
  await bundleFunctions();
}, BUILD_MS);

describe.for(Object.entries(engines))('%s', ([, { program, open, missing }]) => {
  if (!program) return void test.skip(missing);
  let site: SiteProcess;
  let driver: Driver;
  let folder: string;
  let opaque: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'engines-'));
    opaque = path.join(folder, 'opaque.png');
    await sharp('src/assets/kitchen.jpg').resize(800).png().toFile(opaque);
    site = await SiteProcess.open({ ADMIN_USERNAME: owner.username, ADMIN_PASSWORD: owner.password });
    driver = await open(program);
  });
  afterAll(async () => {
    await driver?.close();
    await site?.close();
    await rm(folder, { recursive: true });
  });
  test.for(Object.entries(journeys))('%s', ([, run]) => run(new Visitor(driver, site.url), site, { opaque }));
});
