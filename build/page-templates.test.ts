import { expect, test } from 'vitest';
import { fill, fillPart, Html } from '#server/pages/template';
import { bookTemplate, visitTemplate } from './page-templates.ts';

const field = `<div class="field"><label for="a">Name</label><input id="a" name="name" required aria-describedby="name-error help"><p id="name-error" hidden></p></div>`;
const form = (fields: string) =>
  `<html><body><main id="main"><form><p id="form-problem" hidden></p>${fields}</form></main></body></html>`;

test('the page around the slots is the built one to the letter', () => {
  const html = form(field);
  const { page } = bookTemplate(html);
  const values = { problem: new Html('<p id="form-problem" hidden></p>'), name: new Html(field) };
  expect(fill(page, values).markup).toBe(html);
  const visit = '<html><head><meta content="a > b"></head><main id="main">Old</main><script>"<main>"</script></html>';
  expect(fill(visitTemplate(visit).page, { main: 'New' }).markup).toBe(visit.replace('Old', 'New'));
});

test('links to the other language, above and below, lead to where the function says', () => {
  const html = (to: string) =>
    `<html><a class="switch" href="${to}" lang="es" hreflang="es">Español</a><main>Old</main><a href="/blog">Guides</a><a href="${to}" hreflang="es">Español</a></html>`;
  const { page } = visitTemplate(html('/es/visit'));
  expect(fill(page, { main: 'Old', translation: '/es/visit/x' }).markup).toBe(html('/es/visit/x'));
});

test('the parts of /visit are its templates, with slots in text and attributes', () => {
  const template = visitTemplate('<main><template id="day"><h3 id="day-[[date]]">[[heading]]</h3></template></main>');
  const filled = fillPart(template, 'day', { date: '2026-12-01', heading: 'Tuesday' });
  expect(filled.markup).toBe('<h3 id="day-2026-12-01">Tuesday</h3>');
});

test('a field of /book is drawn with its answer, and with what is wrong about it', () => {
  const template = bookTemplate(form(field));
  const right = fillPart(template, 'name', { typed: '"J"' }).markup;
  expect(right).toContain('aria-describedby="name-error help" value="&quot;J&quot;">');
  expect(right).toContain('<p id="name-error" hidden>');
  const wrong = fillPart(template, 'name-wrong', { typed: '', messages: 'Please', focus: 'autofocus' }).markup;
  expect(wrong).toContain('value="" aria-invalid="true" aria-describedby="name-error" autofocus>');
  expect(wrong).toContain('<p id="name-error">Please</p>');
});

test('a sign that ends tags is no end of a tag in an attribute', () => {
  const template = bookTemplate(form(field.replace('class="field"', 'class="[&>p]:mt-4"')));
  expect(fillPart(template, 'name', { typed: '' }).markup).toContain('<div class="[&>p]:mt-4"><label for="a">');
});

test('what cannot be made a template stops the build', () => {
  expect(() => visitTemplate('<html></html>')).toThrow('has no main');
  expect(() => visitTemplate('<main></main>')).toThrow('There is nothing in <main></main>');
  expect(() => bookTemplate('<form></form>')).toThrow('has no #form-problem');
});
