import { answerDay, type AnswerRule } from '#lib/time/answer-day';
import { weekdayOf } from '#lib/time/dates';

/** By the weekday, as in `Date#getDay`: `on Monday`. Made by the build: a phone needs tens of ms for the name of a day. */
type Words = Readonly<Record<number, string>>;

/** When requests are answered: the layout writes it into the page. Absent if the dealer promises no hours. */
export function answerRule(): (AnswerRule & { readonly words: Words }) | undefined {
  const { answers } = typeof document === 'undefined' ? {} : document.body.dataset;
  return answers && JSON.parse(answers);
}

/** `on Monday`, in place of the promise, while a request is answered later than promised. */
export function laterDay(): string | undefined {
  const rule = answerRule();
  const date = rule && answerDay(Date.now(), rule);
  return date ? rule.words[weekdayOf(date)] : undefined;
}
