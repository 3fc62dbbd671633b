import zone from '#brand/zone-names.json' with { type: 'json' };
import { capitalized } from '#lib/label';

/** The mails to visitors, and a visit's calendar file. A title is followed by a name or a full stop. */
export const mail = {
  when: (dayAndTime: string) => `${dayAndTime} ${zone.short}`,
  subjects: {
    booked: (when: string) => `Your consultation is scheduled: ${when}`,
    moved: (when: string) => `Your consultation has a new time: ${when}`,
    cancelled: (when: string) => `Your consultation is cancelled: ${when}`,
    reminder: (when: string) => `Reminder: your consultation is ${when}`,
    nobodyHome: (when: string) => `We missed you: your consultation, ${when}`,
  },
  titles: {
    booked: 'Your consultation is scheduled',
    moved: 'Your consultation has a new time',
    cancelled: 'Your consultation is cancelled',
    reminder: 'Your consultation is coming up',
    nobodyHome: 'We missed you',
  },
  /** The service, if the owner does not know it yet. */
  toBeAgreed: 'To be agreed',
  coming: (city: string) => `We are coming to ${city} with the fabrics.`,
  visit: (length: string) =>
    `We will come to your home, show you fabrics, measure every window and leave you a written price. The visit takes about ${length} and is free.`,
  handedOver: {
    subject: (when: string) => `Somebody else comes to you: ${when}`,
    title: 'Somebody else comes to you',
    opening: (who: string) => `${who} comes to your visit. The time stays the same.`,
  },
  movedTo: 'We have moved your visit to the time below.',
  movedFrom: (when: string) => `It was ${when} before.`,
  now: (when: string) => `Now ${when}.`,
  cancelledBriefly: 'That visit is off our calendar. You are welcome to choose another.',
  cancelled:
    'Your visit is off our calendar. You can choose another time whenever you like. The consultation is still free.',
  nobodyHomeBriefly: 'We were at your door, and nobody answered. You are welcome to choose another time.',
  nobodyHome:
    'We were at your door for your visit, and nobody answered. You can choose another time whenever you like. The consultation is still free.',
  reminder: (length: string) => `A short reminder of our visit. It takes about ${length} and is free.`,
  invited: 'Your calendar invitation comes in a message of its own.',
  attached: 'Open the attached invitation to put the visit in your calendar.',
  anotherTime: 'Need another time? Change it with the link below, or call us.',
  facts: { when: 'When', who: 'Who comes', where: 'Where', about: 'About' },
  minutes: (minutes: number) => `${minutes} minutes`,
  change: 'Change or cancel the visit',
  chooseAnother: 'Choose another time',
  /** Of a mail in place of a text that did not arrive. */
  instead: (business: string) => `A message from ${business}`,
  call: (phone: string) => `Call ${phone}`,
  hours: (hours: readonly string[]) => hours.join(' and '),
  reasonCalled: 'You receive this because you asked us for a visit.',
  reasonBooked: 'You receive this because you booked a visit on our website.',
  /** Asked of every customer, in the same words. */
  review: {
    subject: (business: string) => `Would you write a review of ${business}?`,
    title: 'Thank you',
    question:
      'Would you write a few words about our work? Whatever you think of it, your review helps your neighbors and us.',
    action: 'Write a review',
    reason: 'You receive this because we worked for you. We ask once.',
  },
  /** Instead, of a visit that is no consultation. `kind`: see `visitKindIn`. */
  other: (kind: string) => ({
    subjects: {
      booked: (when: string) => `Your ${kind} is booked: ${when}`,
      moved: (when: string) => `Your ${kind} has a new time: ${when}`,
      cancelled: (when: string) => `Your ${kind} is cancelled: ${when}`,
      reminder: (when: string) => `Reminder: your ${kind} is ${when}`,
      nobodyHome: (when: string) => `We missed you: your ${kind}, ${when}`,
    },
    titles: {
      booked: `Your ${kind} is booked`,
      moved: `Your ${kind} has a new time`,
      cancelled: `Your ${kind} is cancelled`,
      reminder: `Your ${kind} is coming up`,
      nobodyHome: 'We missed you',
    },
    coming: (city: string) => `We are coming to ${city}.`,
    visit: (length: string) => `We will come to your home. It takes about ${length}.`,
    cancelled: 'Nobody will come at this time. For another time, call us.',
    cancelledBriefly: 'Nobody will come at that time.',
    nobodyHome: `We were at your door for your ${kind}, and nobody answered. For another time, call us.`,
    nobodyHomeBriefly: 'We were at your door, and nobody answered.',
    reminder: (length: string) => `A short reminder of our visit. It takes about ${length}.`,
    anotherTime: 'Need another time? Call us. The link below is for the details, and to cancel.',
    change: 'See or cancel the visit',
    calendar: {
      summary: (business: string) => `${capitalized(kind)} with ${business}`,
      about: (service: string) => `About ${service}.`,
      change: (link: string) => `See or cancel: ${link}`,
    },
  }),
  calendar: {
    summary: (business: string) => `Free in-home consultation with ${business}`,
    about: (service: string) => `About ${service}.`,
    change: (link: string) => `Change or cancel: ${link}`,
  },
};
