/** What the dialog sends for a visitor who filled in everything that must be. */
export const consultation = {
  name: 'Elise Romero',
  phone: '(407) 555-0188',
  email: 'elise.romero@example.com',
  zipCode: '34747',
  city: 'Celebration',
  serviceInterest: 'Motorized Shades',
  preferredContact: 'text',
};

let visitors = 0;

/** The same for another person each time: one person may have no more than three visits. */
export function newVisitor(): typeof consultation {
  visitors += 1;
  const number = String(Math.floor(process.pid % 1000) * 10_000 + visitors).padStart(7, '0');
  return {
    ...consultation,
    phone: `(407) ${number.slice(0, 3)}-${number.slice(3)}`,
    email: `elise.${number}@example.com`,
  };
}
