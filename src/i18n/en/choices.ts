/** The choices as shown. The values that are sent and stored are English in every language. */
export const choices = {
  service: (name: string) => name,
  contacts: { phone: 'Phone', email: 'Email', text: 'Text Message' },
  /** A city keeps its name in every language; a county or an area does not. */
  city: (name: string) => name,
};
