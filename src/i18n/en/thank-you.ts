import zone from '#brand/zone-names.json' with { type: 'json' };

/** The thanks for a request, with the visit booked in this browser. */
export const thanks = {
  title: 'Thank You',
  alt: 'Sheer shadings with soft floating vanes filtering daylight over a bench and lounge chair',
  heading: 'Thank You!',
  soon: "We'll see you soon!",
  next: (promise: string) => `We will contact you ${promise} to confirm your free in-home consultation.`,
  /** The phone number follows: to anybody, with a visit, and with a callback. */
  questions: 'Questions? Call',
  changes: 'If anything changes, call',
  sooner: 'To reach us before that, call',
  /** Whom we call follows a callback, and how we confirm a visit. */
  wrong: 'Wrong? Change it',
  byEmail: 'We will confirm by email to',
  byPhone: 'We will confirm by phone at',
  byText: 'We will confirm by text to',
  undelivered: 'Your request has not reached us yet.',
  kept: 'It is kept on this device, and is sent when you open this site again.',
  /** The phone number stands between the two. */
  call: ['Please call', 'so that we can set a time.'],
  booked: (business: string) => `Free in-home consultation with ${business}`,
  visit: 'Your time is reserved',
  zoneAfter: ` ${zone.short}`,
  /** The city follows. */
  where: 'At your home in',
  add: 'Add to calendar',
  print: 'Print',
  google: 'Add to Google Calendar',
  change: 'Move or cancel the visit',
  home: 'Back to the homepage',
  meanwhile: 'Until then:',
};
