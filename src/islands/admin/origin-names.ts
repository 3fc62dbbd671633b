import { pageLanguage } from '#browser/page-language';
import { say } from '#browser/say';
import { heardFromLabels } from '#contracts/lead-request';
import { choices as english } from '#i18n/en/choices';
import { choices as spanish } from '#i18n/es/choices';
import type { PlainText } from '#i18n/admin-text';

/** The site's own names of where leads come from (`originOf`). Others are words of a campaign or a visitor. */
const names = [
  ...Object.values(heardFromLabels),
  'Google, by phone',
  'Other, by phone',
  'By phone',
  'Text message',
  'Direct',
  'Google ad',
  'Google display ad',
  'Google search',
  'Microsoft ad',
  'Bing search',
  'Facebook or Instagram',
  'No campaign',
  'Not known yet',
  'Not known',
] as const satisfies readonly PlainText[];
const said = new Map<string, string>(names.map((name) => [name, say(name)]));

const choices = pageLanguage === 'es' ? spanish : english;

/** A source, a campaign, a service or a city as the owner reads it: it is stored in English. Of several together `12 others`. */
export function shownName(name: string): string {
  const [, count] = /^(\d+) others$/.exec(name) ?? [];
  return count ? say('{count} others', { count }) : (said.get(name) ?? choices.city(choices.service(name)));
}
