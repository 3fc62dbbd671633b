import { expect, test } from 'vitest';
import { withLateScripts } from './late-scripts.ts';

const code: Record<string, string> = {
  '/_astro/home.js': 'import{a}from"./shared.js";import"./side.js";const b=()=>import("./later.js");',
  '/_astro/page.js': 'import{a}from"./shared.js";',
  '/_astro/shared.js': 'import{c}from"./deep.js";export{c as a};',
  '/_astro/deep.js': 'import{d}from"./shared.js";export{d as c};',
};
const read = (address: string) => code[address] ?? '';
const script = (address: string) => `<script type="module" src="${address}"></script>`;

test('scripts are fetched late, and all that they import is asked for beside them, once', () => {
  const page = `<head>${script('/_astro/home.js')}</head><body>${script('/_astro/page.js')}</body>`;
  const late = (address: string) => `<script type="module" fetchpriority="low" src="${address}"></script>`;
  const preload = (address: string) => `<link rel="modulepreload" fetchpriority="low" href="${address}">`;
  const preloads = ['shared', 'deep', 'side'].map((name) => preload(`/_astro/${name}.js`));
  expect(withLateScripts(page, read)).toBe(
    `<head>${preloads.join('')}${late('/_astro/home.js')}</head>` + `<body>${late('/_astro/page.js')}</body>`,
  );
});

test('a page without module scripts stays as it is', () => {
  const page = '<head><script>const a = 1;</script><script type="application/ld+json">{}</script></head>';
  expect(withLateScripts(page, read)).toBe(page);
});
