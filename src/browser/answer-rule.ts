import { answerDay, type AnswerRule } from '#lib/time/answer-day';
import { pageLocale } from './page-language.ts';

/** When requests are answered: the layout writes it into the page. Absent if the dealer promises no hours. */
export function answerRule(): (AnswerRule & { readonly words: string }) | undefined {
  const { answers } = typeof document === 'undefined' ? {} : document.body.dataset;
  return answers && JSON.parse(answers);
}

/** `on Monday`, in place of the promise, while a request is answered later than promised. */
export function laterDay(): string | undefined {
  const rule = answerRule();
  const date = rule && answerDay(Date.now(), rule);
  if (!date) return undefined;
  const weekday = new Date(date).toLocaleDateString(pageLocale, { weekday: 'long', timeZone: 'UTC' });
  return rule.words.replace('{day}', weekday);
}
