/** The texts to visitors' phones. Each fits into 160 characters with the business's short name and the link. */
export const texts = {
  /** Ends the first text to a number. */
  stop: 'STOP ends texts',
  when: (day: string, time: string) => `${day}, ${time}`,
  booked: (when: string, link: string, who = '') =>
    `${who ? `${who} visits you` : 'your visit is'} ${when}. Change: ${link}`,
  handedOver: (when: string, link: string, who: string) => `${who} comes to your visit ${when}. Change: ${link}`,
  moved: (when: string, link: string) => `your visit has a new time, ${when}. Change: ${link}`,
  cancelled: (when: string, link: string) => `your visit on ${when} is off. A new time: ${link}`,
  review: (link: string) => `thank you! Would you write a few words about our work? ${link}`,
  reminder: (when: string, link: string, who = '') => `${who ? `${who} comes` : 'we come'} ${when}. Change: ${link}`,
  onMyWay: (time: string, link = '', who = '') =>
    `${who ? `${who} is on the way` : 'we are on our way'} to you, there at about ${time}. ${link}`.trim(),
  nobodyHome: (again: string) => `we were at your door and nobody answered. A new time: ${again}`,
  /** To the words STOP, START and HELP. */
  answers: {
    stop: (business: string, phone: string) =>
      `${business}: you get no more texts from us. Text START to begin again. Questions? ${phone}`,
    /** To STOP, of somebody with a visit to come. */
    stopped: (business: string, when: string, link: string) =>
      `${business}: you get no more texts from us. Your visit on ${when} stands. To cancel it: ${link}`,
    again: (business: string) => `${business}: you get texts about your visit again. Reply STOP to end texts.`,
    help: (business: string, phone: string) =>
      `${business} texts about your visit. Call us: ${phone}. Reply STOP to end texts.`,
  },
};
