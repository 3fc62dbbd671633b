import brand from '#brand/brand.json' with { type: 'json' };
import zone from '#brand/zone-names.json' with { type: 'json' };

export { choices } from './choices.ts';
export { confirm } from './confirm.ts';
export { rules, zipAreas } from './rules.ts';

/** The booking dialog. */
export const booking = {
  title: 'Schedule Your Free Consultation',
  close: 'Close',
  talk: 'Prefer to talk?',
  steps: {
    initial: 'See our available times in just a few seconds.',
    calendar: 'Select a convenient time for your consultation.',
    details: 'Just a few more details to confirm your appointment.',
    confirmed: 'Your consultation has been scheduled!',
    elsewhere: 'Call us, or send us your request.',
  },
  /** Asked before a second booking. `when` is a day and a time. */
  again: {
    visit: (when: string) => `You have a visit on ${when}.`,
    question: 'Move it, or book another?',
    move: 'Move it',
    book: 'Book another',
    keep: 'No, keep this one',
  },
  progress: (step: number, steps: number) => `Step ${step} of ${steps}`,
  trust: {
    certified: 'Certified dealer',
    /** On phones. */
    certifiedBriefly: (brand: string) => `${brand} certified`,
    stars: (rating: string) => `${rating} stars`,
    reply: (promise: string) => `Reply ${promise}`,
    free: 'No obligation',
  },
  /** The subject of the request, by its kind. */
  about: { Offer: 'Offer', Product: 'Product', Gallery: 'Gallery' },
  /** Beside a time; and behind it in a sentence. */
  zone: zone.short,
  zoneAfter: ` ${zone.short}`,
  optional: 'Optional',
  toasts: { dismiss: 'Dismiss', one: 'Notification', all: 'Notifications ({hotkey})' },
  broken: { sentence: 'This part of the page has stopped working. Please reload it.', reload: 'Reload' },
};

/** The first step, and the contact details in the others. */
export const contact = {
  name: 'Name',
  /** Above phone and email. */
  either: 'Phone or email: one is enough.',
  phone: 'Phone',
  email: 'Email',
  zipCode: 'ZIP code',
  /**
   * By the name that requests keep (`CONSENT` in src/contracts/consultation.ts): a change needs a new one. The second
   * is of a site that texts.
   */
  reach: {
    '2027-04':
      'If you give a number, you agree to calls and texts about this visit. The number of texts varies. Message and data rates may apply. Reply HELP for help. Reply STOP to end texts. If a Google ad brought you, we may tell Google that it led to a visit or a sale. We never say who you are.',
    '2027-05':
      'If you give a number, you agree to calls about this visit. We text you only if you tick the box: about this visit, usually three to six times. Message and data rates may apply. Reply HELP for help. Reply STOP to end texts. You can book without texts. If a Google ad brought you, we may tell Google that it led to a visit or a sale. We never say who you are.',
  },
  /** The box names who texts. */
  texts: `${brand.name} may text me about this visit`,
  policy: 'Privacy',
  terms: 'Terms',
  newTab: '(opens in a new tab)',
  seeTimes: 'See Available Times',
  company: 'Company, leave empty',
};

/** The step of the open times, and what replaces them. */
export const times = {
  loading: 'Looking for open times',
  zone: `All times are ${zone.long}.`,
  days: 'Days',
  byAppointment: 'By Appointment',
  minutes: (minutes: number) => `${minutes} minutes`,
  back: 'Back',
  noGoodTime: 'No Good Time?',
  failed:
    "We're having trouble checking our calendar availability right now. Don't worry - you can still request a consultation and we'll contact you to schedule.",
  callbackInstead: 'Request a Callback Instead',
  none: 'No available time slots at the moment.',
  noneWords: (promise: string) => `Leave it with us: we will contact you ${promise} to find one.`,
  together: 'We will find a time together.',
  togetherWords: (promise: string) => `We will contact you ${promise} to arrange the visit.`,
  usual: (hours: number) => `We usually answer within ${hours === 1 ? 'an hour' : `${hours} hours`}.`,
  callback: 'Request a Callback',
  elsewhereWords: (promise: string) => `We answer ${promise}.`,
  /** Of a callback that could not be sent. The phone number follows. */
  kept: 'Your request has not reached us. It is kept on this device, and is sent when you open this site again. Or call us:',
  /** Of the same once it has arrived. When we call follows. */
  received: 'We have your request.',
  sending: 'Sending...',
  sent: 'Sent',
};

/** The step of the visit's details. */
export const details = {
  yourTime: 'Your time',
  gone: 'Gone',
  goneWords: 'Somebody has just taken that time. Please choose another.',
  city: 'City',
  cityPrompt: 'Select your city',
  otherCity: 'Another city',
  cityName: 'Your town',
  service: 'Service',
  servicePrompt: 'Select a service',
  address: 'Street address',
  contact: 'Preferred contact',
  contactPrompt: 'Select contact method',
  /** Beside the choice, where no address or number was given for it. */
  noEmail: 'Email needs an email address. You can add one in the first step.',
  noPhone: 'Calls and texts need a phone number. You can add one in the first step.',
  notes: 'Notes',
  notesHint: 'Gate code, parking, very tall windows',
  changeTime: 'Change Time',
  confirm: 'Confirm Booking',
  confirming: 'Confirming...',
};

/** The booked visit and the failures. */
export const outcome = {
  done: 'Consultation Scheduled!',
  length: (minutes: number, city: string) => `${minutes} minutes, at your home in ${city}`,
  invitation: (email: string) => `A calendar invitation will be sent to ${email}.`,
  error: 'Error',
  bookingError: 'Booking Error',
  requestFailed: 'Failed to submit request',
  bookFailed: 'Failed to book slot',
  unanswered: 'Failed to complete booking. Please try again.',
  callbackFailed: 'Failed to submit request. Please try again.',
};

/** When we call after a callback was asked for, on the thank-you page. */
export const answer = {
  phone: (phone: string, when: string) => `We will call ${phone}${when && ` ${when}`}.`,
  email: (email: string, when: string) => `We will write to ${email}${when && ` ${when}`}.`,
  day: (day: string) => `on ${day}`,
  noon: (day: string) => `by ${day} noon`,
  /** `at` is `at 3:00 PM`. */
  hour: (day: string, at: string) => `by ${day} ${at} ${zone.short}`,
};
