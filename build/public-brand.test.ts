import { build } from 'vite';
import { expect, test } from 'vitest';
import { publicBrand } from './public-brand.ts';

test('the numbers that are texted about an unopened request are in no file for browsers, and the public one is', async () => {
  const phones = '"phone": "(202) 555-0142", "alertPhones": ["(202) 555-0111", "(202) 555-0122"]';
  const files: Record<string, string> = {
    '/site.js': `import brand from '/site/brand/brand.json';\nconsole.log(brand);`,
    '/site/brand/brand.json': `{ ${phones} }`,
  };
  const given = {
    name: 'given',
    resolveId: (id: string) => (id in files ? id : null),
    load: (id: string) => files[id] ?? null,
  };
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [given, publicBrand],
    build: { write: false, rolldownOptions: { input: '/site.js' } },
  });
  const text = JSON.stringify(built);
  expect([text.includes('555-0142'), text.includes('555-0111'), text.includes('555-0122')]).toEqual([
    true,
    false,
    false,
  ]);
});
