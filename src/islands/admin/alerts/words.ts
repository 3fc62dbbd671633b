import { easternMoment } from '#lib/eastern-time';

/** `today, 8:40 AM ET`, in the middle of a sentence. */
export function momentWords(instant: string): string {
  const moment = easternMoment(instant, new Date());
  return `${moment.replace(/^(Today|Yesterday)/, (day) => day.toLowerCase())} ET`;
}
