/** /sun: the sun at a window. The page's script imports this file too, so it has the words of this page alone. */
export const sun = {
  title: 'The Sun at Your Window',
  description: (region: string) =>
    `Turn a dial to your window and see when the sun is on it: hours of direct sun by month in ${region}, the two worst hours, and what helps.`,
  lead: 'Say which way your window faces. See when the sun is on it, hour by hour and month by month.',
  noScripts: (city: string) =>
    `To turn a window yourself, this page needs JavaScript. The table below is true without it: four windows in ${city}, or call us and we will tell you about yours.`,
  /** By eighths of a turn from north. */
  directions: ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'],
  points: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'],
  facing: (direction: string, degrees: number) => `${capital(direction)}, ${degrees} degrees`,
  facingShort: (direction: string, degrees: number) => `${capital(direction)}, ${degrees}°`,
  clock: (minute: number) => `${hourOf(minute)}:${two(minute % 60)} ${minute < 720 ? 'AM' : 'PM'}`,
  hour: (minute: number) => `${hourOf(minute)} ${minute < 720 ? 'AM' : 'PM'}`,
  spoken: (minutes: number) => `${Math.floor(minutes / 60)} hours ${minutes % 60} minutes`,
  /** The window. */
  whichWay: 'Which way does it face?',
  dial: 'Direction of the window',
  dialHelp: 'Stand inside, look straight out, and turn the dial that way. Or press one of the eight directions.',
  compass: 'Hold the phone flat to the glass',
  compassHelp: 'Its screen toward you, then press. Steel nearby can turn a compass by 15 degrees.',
  compassWaits: 'Hold the phone upright against the glass, its back to the outside.',
  compassDone: (direction: string) => `The compass says ${direction}.`,
  compassNone: 'This device has no compass that the page can read. Turn the dial instead.',
  compassDenied: 'The phone did not allow its compass. Turn the dial instead.',
  compassFlat: 'The phone lies flat. Hold it upright against the glass, and press again.',
  window: 'Window',
  windows: 'Windows',
  name: 'Name of the window',
  names: ['Living room', 'Bedroom', 'Kitchen', 'Dining room', 'Office', 'Patio door'],
  add: 'Add a window',
  remove: 'Remove this window',
  overhang: 'Roof over it',
  overhangs: { none: 'None', small: 'Eave, about 2 feet', deep: 'Porch or lanai, 8 feet' },
  trees: 'Trees and houses',
  treesWords: { open: 'Open view', some: 'Some', shaded: 'Mostly shaded' },
  zip: 'ZIP code',
  zipHelp: (city: string, region: string) =>
    `The times are for ${city}. Elsewhere in ${region} the sun comes a few minutes sooner or later. Your ZIP code is only taken along when you book.`,
  /** The picture. */
  time: 'Time of day',
  month: 'Month',
  motor: 'Let a motor do it',
  picture: (name: string, direction: string) => `${name}, from inside, looking ${direction}.`,
  /** For the sentence under the picture. */
  at: (month: string, time: string) => `Mid-${month}, ${time}: `,
  night: 'the sun is down.',
  behind: 'the sun is behind the house.',
  roof: 'the roof keeps the sun off the glass.',
  hidden: 'the sun is behind the trees.',
  grazes: 'the sun only grazes the glass.',
  onGlass: (degrees: number) => `the sun is on the glass, ${degrees}° high.`,
  shadeDown: 'The shade is down.',
  /** The findings about a window. */
  found: (name: string) => `The sun at the ${lower(name)} window`,
  foundNothing: 'No direct sun reaches this window in any month. A shade here is for privacy, not for heat.',
  direct: 'Direct sun, by month',
  directHelp: 'On a clear day in the middle of the month.',
  noSun: 'none',
  mostLabel: 'Most direct sun',
  most: (month: string, long: string) => `${long} a day, in ${month}`,
  worstLabel: 'The two worst hours',
  worst: (from: string, until: string, month: string) => `${from} to ${until}, in ${month}`,
  motorLabel: 'When a motor would move',
  motorMoves: (month: string, spans: string) => `In ${month}: ${spans}`,
  motorStays: (month: string) => `In ${month} it has nothing to do.`,
  span: (from: string, until: string) => `down at ${from}, up at ${until}`,
  and: 'and',
  seasonLabel: 'When to have it up',
  season: (from: string, until: string) =>
    `Have it up by ${from}. From then through ${until} the sun is on this window an hour a day or more.`,
  seasonOne: (month: string) => `Have it up by ${month}, the one month with an hour a day or more.`,
  seasonAll: 'All year: each month has an hour a day or more.',
  seasonNone: 'No month has an hour a day. Do this window last.',
  helps: 'What helps here',
  shade: 'A shade',
  shadeLow: (degrees: number) =>
    `At the worst hour the sun stands only ${degrees}° high and shines far into the room. The shade must come down all the way.`,
  shadeHigh: (degrees: number) =>
    `At the worst hour the sun stands ${degrees}° high. Halfway down keeps it off the floor, and you still see out.`,
  screen: 'A solar screen',
  screenWords:
    'Takes the glare and most of the heat, and you still see out by day. Outside the glass it stops more heat than inside. At night people can see in.',
  shutter: 'A shutter',
  shutterLow: 'Louvers turned up stop a high sun, but this one is low: they must close, and the room is darker.',
  shutterHigh: 'Louvers turned up send this high sun to the ceiling, and air and light still come in.',
  first: 'Two windows to do first',
  firstOne: 'Add your other windows, up to six, and we say which two to do first.',
  firstWhy: (long: string, month: string, worst: string) => `${long} a day in ${month}; worst ${worst}`,
  book: 'Book with this',
  print: 'Print',
  share: 'The address of this page keeps your windows: save it or send it.',
  how: 'How we know.',
  howWords:
    'The sun’s place is from NOAA’s equations. Weather is left out: a cloudy day has less. A roof counts once it shades three quarters of the glass; “some” trees hide the sun below 15°, “mostly shaded” below 40°. We measure your own window at the visit.',
  /** The table that is built. */
  four: (city: string) => `Four windows in ${city}`,
  fourFacts: ['Faces', 'Most direct sun', 'Two worst hours'],
  fourNone: 'Hardly any',
  /** The message to the owner: one line a window. src/lib/sun-note.ts reads the degrees and the hours. */
  noteHead: 'The sun at my windows:',
  noteSun: (long: string, month: string, worst: string) => `${long} of direct sun in ${month}, worst ${worst}`,
  noteNone: '0 min of direct sun',
  noteExtras: (overhang: string, trees: string) => `; roof: ${lower(overhang)}; trees: ${lower(trees)}`,
  /** Links to this page. */
  link: 'The sun at your window',
  invite: 'Which way does your window face?',
  inviteLink: 'See when the sun is on it.',
};

const two = (number: number) => String(number).padStart(2, '0');
const hourOf = (minute: number) => Math.floor(minute / 60) % 12 || 12;
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const lower = (word: string) => word.charAt(0).toLowerCase() + word.slice(1);
