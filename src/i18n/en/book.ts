import { rangeIn } from '#lib/range';
import { listIn } from '../hours-lines.ts';

/** The page of the steps, or of the plain form, and the text above a refused one. Hints and labels come from the dialog. */
export const book = {
  title: 'Schedule Your Free Consultation',
  description: (region: string, promise: string) =>
    `Ask for a free in-home consultation on motorized ${listIn('en', rangeIn('en').brief, 'or')} in ${region}. We contact you ${promise}.`,
  lead: (promise: string) =>
    `Tell us how to reach you. We will contact you ${promise} to set a time. At the visit we show you fabrics, measure your windows and leave a written price.`,
  /** With scripts, where the page books. */
  leadSteps:
    'See the open times and book your visit here. At the visit we show you fabrics, measure your windows and leave a written price.',
  notesHint: 'Which rooms? What bothers you? When are you home?',
  submit: 'Request a Callback',
  /** Above a form with wrong answers. */
  checkOne: 'Please check the answer marked below.',
  checkMany: (count: number) => `Please check the ${count} answers marked below.`,
};
