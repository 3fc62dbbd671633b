/** How a visit is confirmed: the number or the address follows, and a full stop. `contact` names no way. */
export const confirm = {
  text: 'We will confirm by text to',
  email: 'We will confirm by email to',
  phone: 'We will confirm by phone at',
  contact: 'We will contact you at',
};
