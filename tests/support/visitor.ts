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
