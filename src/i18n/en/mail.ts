import zone from '#brand/zone-names.json' with { type: 'json' };

/** The mails to visitors, and a visit's calendar file. A title is followed by a name or a full stop. */
export const mail = {
  when: (dayAndTime: string) => `${dayAndTime} ${zone.short}`,
  subjects: {
    booked: (when: string) => `Your consultation is scheduled: ${when}`,
    moved: (when: string) => `Your consultation has a new time: ${when}`,
    cancelled: (when: string) => `Your consultation is cancelled: ${when}`,
    reminder: (when: string) => `Reminder: your consultation is ${when}`,
  },
  titles: {
    booked: 'Your consultation is scheduled',
    moved: 'Your consultation has a new time',
    cancelled: 'Your consultation is cancelled',
    reminder: 'Your consultation is coming up',
  },
  /** The service, if the owner does not know it yet. */
  toBeAgreed: 'To be agreed',
  coming: (city: string) => `We are coming to ${city} with the fabrics.`,
  visit: (length: string) =>
    `We will come to your home, show you fabrics, measure every window and leave you a written price. The visit takes about ${length} and is free.`,
  movedTo: 'We have moved your visit to the time below.',
  movedFrom: (when: string) => `It was ${when} before.`,
  now: (when: string) => `Now ${when}.`,
  cancelledBriefly: 'Nobody will come at that time. You are welcome to choose another.',
  cancelled: 'Nobody will come at this time. You can choose another one at any time. The consultation is still free.',
  reminder: (length: string) => `A short reminder of our visit. It takes about ${length} and is free.`,
  invited: 'Your calendar invitation comes in a message of its own.',
  attached: 'Open the attached invitation to put the visit in your calendar.',
  anotherTime: 'Need another time? Change it with the link below, or call us.',
  facts: { when: 'When', where: 'Where', about: 'About' },
  minutes: (minutes: number) => `${minutes} minutes`,
  change: 'Change or cancel the visit',
  chooseAnother: 'Choose another time',
  call: (phone: string) => `Call ${phone}`,
  hours: (hours: readonly string[]) => hours.join(' and '),
  reasonCalled: 'You receive this because you asked us for a visit.',
  reasonBooked: 'You receive this because you booked a visit on our website.',
  calendar: {
    summary: (business: string) => `Free in-home consultation with ${business}`,
    about: (service: string) => `About ${service}.`,
    change: (link: string) => `Change or cancel: ${link}`,
  },
};
