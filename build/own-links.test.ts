import { markdownToHtml } from 'satteri';
import { expect, test } from 'vitest';
import { linksOf } from './own-links.ts';

const ways = ['/book', '/es/book', '/en/book'].map((path) => `[a](${path})`).join(' ');

test.each([
  [['en'], '/book', '/book'],
  [['es'], '/book', '/book'],
  [['en', 'es'], '/book', '/es/book'],
  [['es', 'en'], '/en/book', '/book'],
] as const)(
  'on the site %j a text links to pages in its own language: %s in English, %s in Spanish',
  async (site, ...own) => {
    for (const [index, file] of ['file:///a.md', 'file:///a.es.md'].entries()) {
      const { html } = await markdownToHtml(ways, { hastPlugins: [linksOf(site)], fileURL: new URL(file) });
      expect([...html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target)).toEqual(
        ways.split(' ').map(() => own[index]),
      );
    }
  },
);

test('what follows the path stays, and so does a link to anything but a page of ours', async () => {
  const text = '[a](/es#products) [b](/sol?at=600) [c](#top) [d](//a.example) [e](https://a.example/book) [f](tel:1)';
  const { html } = await markdownToHtml(text, {
    hastPlugins: [linksOf(['en', 'es'])],
    fileURL: new URL('file:///a.md'),
  });
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, target]) => target);
  expect(links).toEqual(['/#products', '/sun?at=600', '#top', '//a.example', 'https://a.example/book', 'tel:1']);
});
