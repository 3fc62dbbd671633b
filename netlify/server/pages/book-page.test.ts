import { expect, test } from 'vitest';
import template from '#page-templates/en/book';
import { asTyped, drawBookPage, fillForm, readCallbackForm } from './book-page.ts';

function fill(fields: Record<string, string>, language: 'en' | 'es' = 'en'): Promise<string> {
  const read = readCallbackForm(new URLSearchParams(fields));
  if (!('wrong' in read)) throw new Error('The form was right');
  return drawBookPage(language, read.wrong);
}

test('keeps what was typed and says what is wrong at each field', async () => {
  const filled = await fill({ name: 'J', zipCode: '3474', preferredContact: 'email', message: 'Tall <windows>' });
  expect(filled).toContain(
    'name="name" type="text" required value="J" aria-invalid="true" aria-describedby="name-error" autofocus>',
  );
  expect(filled).toContain('<p class="error" id="name-error">Please enter your name</p>');
  expect(filled).toContain('<p class="error" id="zipCode-error">Please enter a valid ZIP code</p>');
  expect(filled).toContain('<p class="error" id="phone-error">Please provide either a valid phone or email</p>');
  expect(filled).toContain('<p class="error" id="email-error" hidden></p>');
  expect(filled).toContain('<option value="email" selected>');
  expect(filled).not.toContain('<option value="phone" selected>');
  expect(filled).toContain('Tall &lt;windows&gt;</textarea>');
  expect(filled).toContain('role="alert">Please check the 3 answers marked below.</div>');
});

test('a sentence that names our number lets it be pressed, and nothing else in it is markup', () => {
  const filled = fillForm(template, asTyped(new URLSearchParams()), 'Too many <b>. Please call (404) 555-0142.');
  const link = '<a href="tel:+14045550142">(404) 555-0142</a>';
  expect(filled).toContain(`role="alert"><p>Too many &lt;b&gt;. Please call ${link}.</p></div>`);
});
