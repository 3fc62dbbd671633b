import { expect, test } from 'vitest';
import { languages } from '#i18n/language';
import { pathIn } from '#i18n/site-languages';
import { loggedPath } from '#lib/logged-path';
import { routes } from './routes.ts';

const addresses = Object.values(routes).flatMap((table) => Object.entries(table));

test('no log has the secret part of an address, in any language, and every other path is whole', () => {
  expect(addresses.filter(([, { isSecret }]) => isSecret).length).toBeGreaterThan(5);
  for (const [address, { isSecret = false }] of addresses)
    for (const language of languages) {
      const path = pathIn(language, address.replace('/:language', '')).replace(/:\w+/g, 'geheim');
      for (const url of [path, `${path}/`, `//${path.slice(1)}`, `https://example.com${path}?grant=geheim`]) {
        const logged = loggedPath(url);
        expect([url, logged.includes('geheim')]).toEqual([url, address.includes(':') && !isSecret]);
      }
    }
});
