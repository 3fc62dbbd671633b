import zone from '#brand/zone-names.json' with { type: 'json' };

/** The page of a visit. A function replaces each name in double brackets, so keep it. */
export const visit = {
  title: 'Your Visit',
  description: 'See, move or cancel your free in-home consultation.',
  open: 'Open the link in your confirmation to see, move or cancel your visit. If you cannot find the link, call us.',
  /** The day stands before it. */
  at: `[[at]] ${zone.short}`,
  where: 'Where',
  about: 'About',
  /** The service, if the owner does not know it yet. */
  toBeAgreed: 'To be agreed',
  for: 'For',
  howLong: 'How long',
  length: '[[minutes]] minutes, free of charge',
  toCalendar: 'Add to calendar',
  none: 'We have your request, but no visit is booked for it at the moment. Choose a time, or call us and we will find one together.',
  /** The day and the time follow. */
  moved: 'Done: we will see you on',
  noted: 'Saved. Whoever comes to you will see it.',
  past: 'It can no longer be changed here, because it began on',
  pastAfter: 'If you need anything else, call us.',
  changedTitle: 'Your Visit Has Changed',
  changed:
    'We have moved it in our calendar or taken it out. Call us, and we will tell you the new time or find another one.',
  cancelledTitle: 'Your Visit Is Cancelled',
  cancelled: 'Your visit is off our calendar. Whenever you are ready, choose a new time: the consultation stays free.',
  bookAgain: 'Book Again',
  lostTitle: 'We Cannot Find This Visit',
  lost: 'The link may have been cut short on its way. Open it once more from your confirmation, or call us and we will look for your visit together.',
  problem: 'Open the link in your confirmation again to see your visit, or call us.',
  addNotes: 'Add address or gate code, change phone or email',
  changeNotes: 'Change address, gate code, phone or email',
  notesHint: 'A gate code, where to park.',
  saveNotes: 'Save',
  pictures: 'Pictures of Your Windows',
  picturesWords: 'They help us prepare the visit. Only you and we can see them, with this link.',
  pictured: 'Your pictures have arrived. Thank you.',
  /** The number of a picture stands behind these two. */
  picture: 'Picture',
  removePicture: 'Remove picture',
  /** Once the visit is over. */
  picturesLeft: 'We still have the pictures of your windows that you sent. This page does not show them any more.',
  removePictures: 'Remove my pictures',
  addPictures: 'Add pictures',
  picturesHint: 'Up to 8, such as each window with some of its wall.',
  /** Without scripts. */
  picturesPlain: 'At most 4 MB at a time.',
  sendPictures: 'Send Pictures',
  picturesFull: 'These are 8 pictures, as many as we can keep for a visit. Remove one to add another.',
  /** `#1` and `#2` are numbers. */
  picturesSending: 'Sending picture #1 of #2…',
  picturesSent: 'Sent.',
  /** `#1` is a number, `#2` and `#3` are names of files. */
  picturesMany: 'There is room for #1 more. These go: #2. These stay with you: #3.',
  picturesUnsent: 'Some pictures did not get through. Press “Send Pictures” to try again, or choose others.',
  /** Of a visit that is no consultation. */
  kind: 'Visit',
  who: 'Who comes',
  callToMove: 'To move your [[kind]], call {phone}.',
  move: 'Move this visit',
  choose: 'Choose a Time',
  pressMove: 'Move My Visit',
  pressBook: 'Book My Visit',
  times: 'Available times',
  byAppointment: 'By Appointment',
  minutes: '[[minutes]] minutes',
  full: 'No other time is open at the moment. Call {phone}, and we will find one.',
  unavailable:
    'Our calendar does not answer, so we cannot show the open times. Please look again in a few minutes, or call {phone}.',
  cancel: 'Cancel this visit',
  cancelWords: 'We will free this time for someone else. You can book again whenever you like.',
  cancelPress: 'Yes, Cancel My Visit',
};
