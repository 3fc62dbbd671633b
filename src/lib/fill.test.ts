import { expect, test } from 'vitest';
import { braceProblems, choose, fill, fillAll } from './fill.ts';

const holds = { analytics: false, google: true, crm: false, push: false, reminders: true };

test('facts take the places of their names, and what is not given stays', () => {
  expect(fill('{name} in {city}: {phone}', { name: 'Ours', city: 'Vinings' })).toBe('Ours in Vinings: {phone}');
  const steps = [{ title: 'Visit', text: 'For {visitLength}, in {city}' }];
  const fact = 'Over {yearsOfExperience} years';
  expect(fillAll({ fact, steps }, { yearsOfExperience: '7', visitLength: 'an hour' })).toEqual({
    fact: 'Over 7 years',
    steps: [{ title: 'Visit', text: 'For an hour, in {city}' }],
  });
});

test.each([
  ['in {if google}Google’s{else}our{end} calendar', 'in Google’s calendar'],
  ['{if analytics}Some{else}None{end}', 'None'],
  ['mailed{if push} and shown{end}.', 'mailed.'],
  ['{if google}A{end}{if crm}B{end}{if reminders}C {phone}{end}', 'AC {phone}'],
])('%s', (text, chosen) => {
  expect(choose(text, holds)).toBe(chosen);
});

test.each([
  ['{if google}A{else}B {phone}{end} {name}', []],
  ['Call {phnoe}', [expect.stringMatching(/^\{phnoe\} stands for nothing\. Write one of: name, phone/)]],
  ['{if gogle}A{end}', [expect.stringMatching(/^\{if gogle\} asks for nothing .* google/)]],
  ['{if google}A', [expect.stringMatching(/^Write each \{if …\} with one \{end\}/)]],
  ['A{end}', [expect.stringMatching(/^Write each/)]],
  ['{if google}{if crm}A{end}{end}', [expect.stringMatching(/^Write each/)]],
  ['{if google}A{else}B{else}C{end}', [expect.stringMatching(/^Write each/)]],
])('of %s is said what is wrong', (text, problems) => {
  expect(braceProblems(text, { withServices: true })).toEqual(problems);
});

test('where no service can be asked for, only claims can', () => {
  expect(braceProblems('{if google}A{end}')).toEqual([expect.stringMatching(/^\{if google\} asks for nothing/)]);
  expect(braceProblems('{if rating}{rating} stars{else}Call us{end}')).toEqual([]);
});

test('a text with a claim that may not be made is left out whole, or says its second wording', () => {
  const fact = 'Over {yearsOfExperience} years in {region}';
  const lead = 'By a {if certifiedBrand}certified {certifiedBrand} {end}dealer in {city}';
  const rows = [{ text: '{if rating}{rating} stars{else}Ask us{end}' }];
  const place = { region: 'the Midwest', city: 'Vinings' };
  const claims = { certifiedBrand: 'Acme', yearsOfExperience: '7', rating: '4.9' };
  expect(fillAll({ fact, lead, rows }, { ...place, ...claims })).toEqual({
    fact: 'Over 7 years in the Midwest',
    lead: 'By a certified Acme dealer in Vinings',
    rows: [{ text: '4.9 stars' }],
  });
  expect(fillAll({ fact, lead, rows }, place)).toEqual({
    fact: '',
    lead: 'By a dealer in Vinings',
    rows: [{ text: 'Ask us' }],
  });
});

test('what a dealer never says leaves no gap', () => {
  const text = 'We answer {contactPromise}.{if contactException} {contactException}{end} It is free.';
  const contactPromise = 'by noon';
  expect(fill(text, { contactPromise, contactException: 'Sundays wait.' })).toBe(
    'We answer by noon. Sundays wait. It is free.',
  );
  expect(fill(text, { contactPromise })).toBe('We answer by noon. It is free.');
});

test('where a text cannot be left out, a claim needs a second wording', () => {
  const needed =
    'The live site leaves {rating} out unless it is in brand/brand.json, and confirmed. Write what it says then: {if rating}…{else}…{end}.';
  expect(braceProblems('{rating} stars')).toEqual([needed]);
  expect(braceProblems('{if rating}A{else}{rating}{end}')).toEqual([needed]);
  expect(braceProblems('{rating} stars', { mayBeLeftOut: true })).toEqual([]);
});
