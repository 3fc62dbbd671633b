/**
 * `npm run test:engines`: a booking, its visit, the manager and the gallery in the engines that `npm test` does not
 * drive: Debian's Firefox, and WebKitGTK, which is Safari's engine. What is not installed is named, and nothing fails
 * for it. `-- firefox` or `-- webkit` tries one of them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { SiteProcess } from '#tests/support/site-process';
import { buildSiteIfChanged } from '../../scripts/build-site.ts';
import { bundleFunctions } from '../../scripts/bundle-functions.ts';
import type { Driver } from './driver.ts';
import { openFirefox } from './firefox.ts';
import { type Files, journeys, owner } from './journeys.ts';
import { Visitor } from './visitor.ts';
import { openWebKit } from './webkit.ts';

interface Engine {
  /** Opens it; or says what must be installed. */
  find(): (() => Promise<Driver>) | string;
}

const engines: Record<string, Engine> = {
  firefox: {
    find() {
      const program = findProgram('firefox-esr') ?? findProgram('firefox');
      return program ? () => openFirefox(program) : 'Firefox is not installed: apt-get install firefox-esr';
    },
  },
  webkit: {
    find() {
      const driver = findProgram('WebKitWebDriver');
      const browser = findMiniBrowser();
      if (!driver || !browser) return 'WebKitGTK is not installed: apt-get install webkit2gtk-driver';
      if (!process.env['DISPLAY']) return 'WebKitGTK finds no display: xvfb-run npm run test:engines';
      return () => openWebKit({ driver, browser });
    },
  },
};

function findProgram(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  return folders.map((folder) => path.join(folder, name)).find((program) => existsSync(program));
}

/** Where Debian and others keep the browser that comes with the library. */
function findMiniBrowser(): string | undefined {
  const places = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib', '/usr/lib64', '/usr/libexec'];
  const programs = places.map((place) => path.join(place, 'webkit2gtk-4.1/MiniBrowser'));
  return programs.find((program) => existsSync(program));
}

const names = process.argv.slice(2);
const asked = Object.entries(engines).filter(([name]) => names.length === 0 || names.includes(name));
const found = asked.flatMap(([, engine]) => {
  const open = engine.find();
  if (typeof open !== 'string') return [open];
  console.log(`${open}. Skipped.`);
  return [];
});
if (found.length === 0) {
  console.log('Nothing was tried.');
  process.exit();
}

await buildSiteIfChanged();
await bundleFunctions();
const folder = await mkdtemp(path.join(tmpdir(), 'engines-'));
const opaque = path.join(folder, 'opaque.png');
await sharp(path.resolve(import.meta.dirname, '../../src/assets/kitchen.jpg'))
  .resize(800)
  .png()
  .toFile(opaque);
let failed = 0;
for (const open of found) failed += await tryAll(open, { opaque });
await rm(folder, { recursive: true });
console.log(failed > 0 ? `${failed} failed` : 'All passed');
process.exit(failed > 0 ? 1 : 0);

/** Resolves to the number of journeys that failed. */
async function tryAll(open: () => Promise<Driver>, files: Files): Promise<number> {
  const site = await SiteProcess.open({ ADMIN_USERNAME: owner.username, ADMIN_PASSWORD: owner.password });
  let failures = 0;
  try {
    const driver = await open();
    console.log(driver.name);
    try {
      for (const [journey, run] of Object.entries(journeys)) {
        const error = await run(new Visitor(driver, site.url), site, files).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        console.log(`  ${error ? 'FAILED' : 'passed'}: ${journey}`);
        if (error) console.error(error);
        if (error) failures += 1;
      }
    } finally {
      await driver.close();
    }
  } finally {
    await site.close();
  }
  return failures;
}
