/** The deals popup, and what a card says of its offer by the state that it is in. */
export const deals = {
  claim: 'Claim Deal',
  notNow: 'Not Now',
  close: 'Close',
  ended: 'Offer ended',
  ran: (term: string) => `Ran ${term}`,
  coming: (term: string) => `Coming: ${term}`,
  schedule: 'Schedule Consultation',
  askForCurrent: 'Ask for current deals',
};
