import { keepCallback } from '#browser/asked-callback';
import { attempt } from '#browser/attempt';
import type { Environment } from '#browser/environment';
import { pageLocale } from '#browser/page-language';
import type { ContactDetails } from '#contracts/consultation';
import { languageAt } from '#i18n/language';
import { type Answer, answerBy, answerRule } from '#lib/time/answer-by';
import { zonedAt, zonedWeekday } from '#lib/time/zone';
import { DAY } from '#lib/time/units';
import { answer as words } from './booking-words.ts';

/**
 * Keeps for the thank-you page whom we call, and by when. Without storage the page says what it says to anybody. Returns the
 * sentence.
 */
export function noteCallback(contact: ContactDetails, { sessionStorage, now, address }: Environment): string {
  const answer = answerRule && answerBy(now(), answerRule);
  const sentence = answerSentence(contact, answer);
  const language = languageAt(address().pathname);
  const until = (answer ? Date.parse(answer.at) : now()) + DAY;
  attempt(() => keepCallback(sessionStorage(), { sentence, language, isDated: answer !== undefined, until }));
  return sentence;
}

/** A callback goes to the phone, else to the email address (`callbackRequest`). */
function answerSentence({ phone, email = '' }: ContactDetails, answer: Answer | undefined): string {
  const when = answer ? words[answer.kind](zonedWeekday(answer.at, pageLocale), zonedAt(answer.at, pageLocale)) : '';
  return phone ? words.phone(phone, when) : words.email(email, when);
}
