/** /sun: the sun at a window. The page's script imports this file too, so it has the words of this page alone. */
export const sun = {
  title: 'The Sun at Your Window',
  description: (region: string) =>
    `Choose the way your window faces and see when strong sun is on it in ${region}, when it is strongest, and what helps.`,
  /** By eighths of a turn from north. */
  directions: ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'],
  points: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'],
  whichWay: 'Which way does your window face?',
  whichHelp: 'Not sure? The sun goes down in the west.',
  clock,
  time: 'Time of day',
  picture: (direction: string) => `A ${direction} window, from inside.`,
  moments: {
    strong: 'strong sun on the glass',
    weak: 'a little sun',
    behind: 'sun behind the house',
    night: 'the sun is down',
  },
  /** The three sentences: this month, the year, and what helps. */
  found: (direction: string) => `Your ${direction} window`,
  now: (month: string, from: number, until: number, long: number) =>
    `In ${month}, strong sun is on it from ${clock(from)} to ${clock(until)}, about ${hours(long)} a day.`,
  nowNone: (month: string) => `In ${month}, no strong sun reaches it.`,
  worst: (month: string, minute: number) => `It is strongest in ${month}, around ${clock(minute)}.`,
  allYear: 'It has strong sun all year.',
  quiet: (from: string, until: string | null) =>
    until ? `From ${from} to ${until} it has none.` : `In ${from} it has none.`,
  never: 'Even in June it gets only a little, early and late in the day.',
  helps: {
    morning:
      'Morning sun is low and comes in under any roof, so the shade has to come all the way down. A motor can do that before you get up.',
    midday:
      'This is mostly winter sun, and you may like its warmth. Against the glare, a shade halfway down is enough, and you still see out.',
    afternoon:
      'Afternoon sun is low and comes in under any roof, so the shade has to come all the way down. A motor can do that even when nobody is home.',
    never: 'Leave this window for last. A shade here is for privacy, not for heat.',
  },
  book: 'Book a visit for this window',
  bookHelp: 'We bring what helps at this window. The visit is free.',
  how: (city: string) =>
    `For ${city}, on a clear day in the middle of the month, with nothing in front of the glass. Roofs, trees and clouds make it less. We look at your own window at the visit.`,
  noScripts: 'The picture shows a west window. All eight:',
  /** The message to the owner. */
  noteHead: 'The sun at my window:',
  noteName: 'Window',
  noteSun: ' of strong sun',
  noteWorst: (month: string, minute: number) => ` in ${month}, worst around ${clock(minute)}`,
  /** Links to this page. */
  link: 'The sun at your window',
  inviteLink: 'See when the sun is on it.',
};

/** `4 PM`, `4:15 PM` */
function clock(minute: number): string {
  const past = minute % 60 === 0 ? '' : `:${minute % 60}`;
  return `${Math.floor(minute / 60) % 12 || 12}${past}\u00a0${minute < 720 ? 'AM' : 'PM'}`;
}

/** `half an hour`, `1 hour`, `3½ hours` */
function hours(minutes: number): string {
  const halves = Math.round(minutes / 30);
  if (halves < 2) return 'half an hour';
  return `${Math.floor(halves / 2)}${halves % 2 ? '½' : ''} hour${halves === 2 ? '' : 's'}`;
}
