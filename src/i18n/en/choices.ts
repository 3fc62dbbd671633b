/** The choices as shown. The values that are sent and stored are English in every language. */
export const choices = {
  services: {
    'Motorized Shades': 'Motorized Shades',
    'Motorized Blinds': 'Motorized Blinds',
    'Motorized Shutters': 'Motorized Shutters',
    'Motorized Drapery': 'Motorized Drapery',
    'Commercial Treatments': 'Commercial Treatments',
    'Not Sure - Need Advice': 'Not Sure - Need Advice',
    'General Inquiry': 'General Inquiry',
  },
  contacts: { phone: 'Phone', email: 'Email', text: 'Text Message' },
  /** A city keeps its name in every language; a county or an area does not. */
  city: (name: string) => name,
};
