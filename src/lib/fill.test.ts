import { expect, test } from 'vitest';
import { braceProblems, choose, fill, fillAll } from './fill.ts';

const holds = { analytics: false, google: true, crm: false, push: false, reminders: true };

test('facts take the places of their names, and what is not given stays', () => {
  expect(fill('{name} in {city}: {phone}', { name: 'Ours', city: 'Ocoee' })).toBe('Ours in Ocoee: {phone}');
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
  expect(braceProblems(text, { withChoices: true })).toEqual(problems);
});

test('where nothing can be chosen, a choice stands for nothing', () => {
  expect(braceProblems('{if google}A{end}')).toHaveLength(2);
});
