import { entry, order, text } from './fields.ts';

/** A question of the home page's accordion, also told to search engines. */
export const faqSchema = entry({
  order,
  question: text('Write the question as a visitor would ask it.', { max: 120 }).describe(
    'The question as a visitor would ask it.',
  ),
  answer: text('Write the answer: plain sentences, no links.', { max: 600 }).describe(
    'The answer in plain sentences. Its first sentence answers, the rest explains.',
  ),
});
