/** The deals popup, and a card's words for the state of its offer. */
export const deals = {
  claim: 'Claim Deal',
  notNow: 'Not Now',
  close: 'Close',
  ended: 'Offer ended',
  ran: (term: string) => `Ran ${term}`,
  coming: (term: string) => `Coming: ${term}`,
  schedule: 'Schedule Consultation',
  askForCurrent: 'Ask for current deals',
  /** The topic that the visitor then asks about. */
  current: 'current offers',
};
