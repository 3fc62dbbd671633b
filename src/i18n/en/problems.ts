/**
 * What is wrong with something that a visitor sent. The contracts say these sentences; those that belong to a field carry no
 * full stop.
 */
export const rules = {
  name: 'Please enter your name',
  phoneCharacters: 'Please enter a valid phone number',
  phoneLength: 'Phone number must be at least 10 digits',
  email: 'Please enter a valid email',
  zipCode: 'Please enter a valid ZIP code',
  reachable: 'Please provide either a valid phone or email',
  city: 'Please select your city',
  service: 'Please select a service',
  contact: 'Please select contact method',
  language: 'Please select English or Spanish',
  company: 'Please leave the company empty',
  text: 'Please enter text',
  tooLong: (max: number | string) => `Please use at most ${max} characters`,
  object: 'Please send a JSON object',
  instant: 'Please send the time as an ISO 8601 instant in UTC',
  id: 'Please send the id of your request',
  time: 'Please choose a time',
  change: 'Please choose a time, or cancel the visit',
  other: 'Invalid input',
};

/** Why a call is refused, whatever was sent: what every address of the API may answer. */
export const refusals = {
  check: 'Please check what you sent',
  method: (methods: string) => `Please use ${methods} here`,
  json: 'Please send valid JSON',
  type: (type: string) => `Please send the request as ${type}`,
  size: (kilobytes: number | string) => `Please send at most ${kilobytes} kB`,
  utf8: 'Please send text in UTF-8',
  foreign: 'Please send the request from our own website',
  tooMany: (phone: string) =>
    `Too many requests from your network. Please try again in a few minutes, or call ${phone}.`,
  ourSide: (phone: string) => `Something went wrong on our side. Please try again in a moment, or call ${phone}.`,
  nothing: 'There is nothing at this address',
  noFile: 'There is no such file',
  rangeBeyond: 'The file ends before that range',
  onlyRanges: 'Please ask for this file in ranges: it is too large for one answer',
  calendarUnavailable: 'Our calendar did not answer. Please try again in a moment.',
};

/** Why a visit could not be booked or changed. The button named is the dialog's. */
export const visits = {
  unknown: 'We could not find your request. Please enter your details again.',
  taken: 'Somebody has just taken that time. Please choose another.',
  closed: 'That time is no longer offered. Please choose another.',
  unconfirmed: 'We could not confirm that time. Please press Confirm Booking again.',
  refused: (phone: string) => `Our calendar did not take the visit. Please call ${phone}: we have your request.`,
  superseded: 'You have asked for another time since then. Please choose again.',
  ended: (phone: string) =>
    `This request cannot book a time any more. Please call ${phone}, and we will find one together.`,
  hasVisit: (phone: string) =>
    `You have a visit with us already. To move it, open the link in our mail, or call ${phone}.`,
  movedOften: (phone: string) =>
    `This visit has been moved as often as it can be here. To move it again, please call ${phone}.`,
  stale: 'The visit has changed since you looked. Please look again.',
  full: (visits: number | string, phone: string) =>
    `You have ${visits} visits with us already. For one more, please call ${phone}.`,
  unconfirmedChange: 'We could not confirm your change. Please press the button again.',
  begun: (phone: string) => `This visit has already begun. To change anything, please call ${phone}.`,
  cancelled: 'This visit has been cancelled, so it cannot be moved.',
  changed: (phone: string) => `We have changed this visit since then. To move it, please call ${phone}.`,
  none: 'There is no visit to cancel.',
  notBooked: 'No visit is booked for this request at the moment.',
  lost: 'We cannot find this visit. Please open its link once more.',
};
