import { ownerRules } from './owner-rules.ts';
import { zipAreas } from './rules.ts';

/** Every sentence of the API gets our phone number. */
interface Phone {
  readonly phone: string;
}

/** The API's sentences for visitors, by code. */
export const refusals = {
  // Any address may answer these.
  check: 'Please check what you sent',
  method: ({ methods }: { methods: string }) => `Please use ${methods} here`,
  json: 'Please send valid JSON',
  type: ({ type }: { type: string }) => `Please send the request as ${type}`,
  size: ({ kilobytes }: { kilobytes: number }) => `Please send at most ${kilobytes} kB`,
  utf8: 'Please send text in UTF-8',
  bodyCut: 'The request did not arrive whole. Please send it again.',
  foreign: 'Please send the request from our own website',
  tooMany: ({ phone }: Phone) =>
    `Too many requests from your network. Please try again in a few minutes, or call ${phone}.`,
  ourSide: ({ phone }: Phone) => `Something went wrong on our side. Please try again in a moment, or call ${phone}.`,
  nothing: 'There is nothing at this address',
  noFile: 'There is no such file',
  rangeBeyond: 'The file ends before that range',
  onlyRanges: 'Please ask for this file in ranges: it is too large for one answer',
  calendarUnavailable: 'Our calendar did not answer. Please try again in a moment.',

  // Refusals of a booking or a change. They name the dialog's button.
  notServed: zipAreas.notServed,
  unknown: 'We could not find your request. Please enter your details again.',
  taken: 'Somebody has just taken that time. Please choose another.',
  closed: 'That time is no longer offered. Please choose another.',
  unconfirmed: 'We could not confirm that time. Please press Confirm Booking again.',
  refused: ({ phone }: Phone) => `Our calendar did not take the visit. Please call ${phone}: we have your request.`,
  superseded: 'You have asked for another time since then. Please choose again.',
  ended: ({ phone }: Phone) =>
    `This request cannot book a time any more. Please call ${phone}, and we will find one together.`,
  hasVisit: ({ phone }: Phone) =>
    `You have a visit with us already. To move it, open the link in our mail, or call ${phone}.`,
  movedOften: ({ phone }: Phone) =>
    `This visit has been moved as often as it can be here. To move it again, please call ${phone}.`,
  notMovable: ({ phone }: Phone) => `To move this visit, please call ${phone}.`,
  stale: 'The visit has changed since you looked. Please look again.',
  full: ({ visits, phone }: Phone & { visits: number }) =>
    `You have ${visits} visits with us already. For one more, or if these are not yours, please call ${phone}: we have your request.`,
  networkFull: ({ visits, phone }: Phone & { visits: number }) =>
    `There are ${visits} visits booked from your network already. Please call ${phone} to choose a time: we have your request.`,
  callFirst: ({ phone }: Phone) =>
    `This time is not booked yet: many people are asking for visits right now. We have your request and will contact you to choose a time. To choose one now, please call ${phone}.`,
  unconfirmedChange: 'We could not confirm your change. Please press the button again.',
  begun: ({ phone }: Phone) => `This visit has already begun. To change anything, please call ${phone}.`,
  cancelled: 'This visit has been cancelled, so it cannot be moved.',
  changed: ({ phone }: Phone) => `We have changed this visit since then. To move it, please call ${phone}.`,
  none: 'There is no visit to cancel.',
  cancelledSince: 'This visit has been cancelled, so your notes were not saved.',
  movedSince: ({ phone }: Phone) =>
    `We have changed this visit since then, so your notes were not saved. Please call ${phone}.`,
  notBooked: 'No visit is booked for this request at the moment.',
  lost: 'We cannot find this visit. Please open its link once more.',
  picturesNone: 'Please choose a picture first.',
  picturesClosed: ({ phone }: Phone) =>
    `Pictures can be sent while a visit is booked and has not begun. Please call ${phone}.`,
  picturesSize: ({ megabytes }: { megabytes: number }) =>
    `That is more than ${megabytes} MB at once. Please send the pictures one by one, and a screenshot of one that is larger.`,
  picturesFull: ({ max }: { max: number }) =>
    `There are ${max} pictures, as many as we can keep. Please remove one to add another.`,
  pictureKind: ({ name }: { name: string }) =>
    `We cannot read “${name}” as a picture. Please send it as a JPEG, or a screenshot of it.`,
};

/** All sentences of the API. Only the owner sees those below. */
export const ownerRefusals = {
  ...refusals,
  signIn: 'Please sign in',
  forOwner: 'This is for the owner alone.',
  forOffice: 'This is for the owner and the office.',
  roleUnknown: 'This website does not know your role yet. Please ask the owner.',
  signInUnset: 'The sign-in is not set up. “First visit, or password forgotten?” at /login says how.',
  setupLink: ownerRules.setupLink,
  signInGiven:
    'Whoever looks after the website sets the password: ADMIN_PASSWORD_HASH, or npm run owner:reset on your own machine.',
  credentials: 'Invalid credentials',
  passkeyUnknown:
    'This passkey does not open this website. It may have been removed, or it took too long: please try again.',
  passkeyNotAdded: 'The passkey could not be added: it is there already, or it took too long. Please try again.',
  invitation: ownerRules.invitation,
  noPerson: 'There is nobody of this name here any more.',
  personVisits: ({ visits }: { visits: number }) =>
    `${visits} ${visits === 1 ? 'visit is' : 'visits are'} still to come. Please give ${visits === 1 ? 'it' : 'them'} to somebody else first.`,
  signedOutHere: ({ stays }: { stays: boolean }) =>
    `You are signed out in this browser. Our server could not store that, so a copy of this session elsewhere still works for up to ${stays ? '30 days after its last use' : '12 hours'}.`,
  tooManyAttempts: ({ minutes }: { minutes: number }) =>
    `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,

  subscription: ownerRules.subscription,
  tooManyDevices: 'There are too many devices. Please remove one first.',
  noDevice: 'There is no such device. It may have been removed.',
  deviceEnded: 'This device takes no alerts any more, and was removed. Please turn them on there again.',
  pushFailed: 'The alert could not be sent. Please try again in a moment.',
  pushUnset: 'Alerts are not set up yet. Please press Set up, and then Notifications.',
  setByHost: 'This is set where the site is hosted, and is changed there.',
  noBackup: 'There is no such backup. Only the last 14 are kept.',
  noFeed: 'There is no calendar at this address. Its owner may have changed it.',
  notAnswering: ({ checks }: { checks: string }) => `Not answering: ${checks}.`,
  someUnreadable: ({ count }: { count: number }) =>
    `${count} damaged ${count === 1 ? 'record' : 'records'}. Sign in and open this address again to see which.`,
  restoring: ({ backup }: { backup: string }) =>
    `The restore of the backup of ${backup} has not ended. Put the same file back again.`,
  unreadable: ({ records }: { records: string }) => `Damaged: ${records}.`,

  changedSince: 'This has changed since you opened it. Please choose what to keep.',

  noHoliday: 'That day is not a holiday.',
  hoursChanged: 'These hours were changed on another device. Please load the page again.',
  dayOver: 'Please choose a day that is not over',
  tooManyAway: 'There are too many times away. Please remove some first.',
  noAway: 'There is no such time away.',

  noItem: 'There is no such gallery item. It may have been deleted.',
  noGrant: 'Please ask for an upload address first',
  grantForged: 'This upload address is not valid. Please choose the file again.',
  grantSpent: 'Request has expired. Please choose the file again.',
  fileCut: 'The file did not arrive whole. Please send it again.',
  fileEmpty: 'The file is empty',
  partLength: 'The part is not as long as its Content-Range says. Please send it again.',
  contentRange: 'Please send Content-Range as: bytes first-last/total',
  parts: ({ bytes }: { bytes: number }) => `Please send parts of ${bytes} bytes, the last one shorter`,
  onlyParts: ({ bytes }: { bytes: number }) => `Please send a larger file in parts of ${bytes} bytes`,
  fileType: 'This is not a JPEG, PNG, WebP, AVIF or GIF picture nor an MP4, WebM, MOV or AVI video',
  fileDamaged: 'This picture is damaged, or holds more than it shows. Please reload the page and choose it again.',
  fileSize: ({ megabytes }: { megabytes: number }) => `A file may have at most ${megabytes} MB`,
  gifSize: ({ megabytes }: { megabytes: number }) => `A GIF may have at most ${megabytes} MB`,
  pictureSize: ({ megapixels, edge }: { megapixels: number; edge: number }) =>
    `A picture may have at most ${megapixels} megapixels and ${edge} pixels on a side`,
  filmPosition:
    'This video holds more than picture and sound, and may tell where it was taken. Please reload the page and choose it again.',

  noLead: 'There is no such lead. It may have been removed.',
  overpaid: 'That is more than the amount of the sale. Please correct one of the two.',
  notesFull: ({ max }: { max: number }) => `This lead has ${max} notes, as many as it can hold.`,
  noVisitThen: 'No visit of this lead began then. Please look at it again.',
  noVisitToday: 'This visit is not today any more. Please load the page again.',
  visitAhead: 'This visit has not begun yet.',
  visitorTold: 'That was more than a minute ago: the visitor may know by now. Please call.',
  undoGone: 'It has changed since, so nothing was undone. Please look at it again.',
  leadStale: 'The visit has changed since you opened it. Please look at it again.',
  leadBegun: 'This visit has begun. For another one, please add a lead.',
  leadTaken: 'That time has just been taken. Please choose another.',
  leadOverlaps: 'That time is not free.',
  leadPast: 'That time is over. Please choose one to come.',
  leadFar: 'Please choose a time in the next two years.',
  leadSuperseded: 'The visitor has just changed the visit. Please look at it again.',
  leadUnconfirmed: 'The calendar did not confirm the visit. Please try again.',
  leadRefused: 'The calendar did not take the visit. Please look at its connection.',
  textsStopped: 'They have stopped texts. They begin again by texting START to your number.',
  textsSince: 'Another text has come meanwhile. Please read it, and then send yours.',
  textsToRobot: 'This request is marked as a robot’s. Say first that it is a person’s.',
  textsNotAgreed: 'Texts to this number are not agreed. Please call.',
  leadEnded: 'This lead cannot be booked any more. Please add a lead.',
  leadHasVisit: 'This lead has a visit already.',
  leadMovedOften: 'This visit cannot be moved again.',
  leadFull: 'This person has too many visits.',
  visitToCome: 'A visit is still to come. Please cancel it first.',
};
