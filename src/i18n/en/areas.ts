/** The pages of the service areas. `place`: its name, such as `Springfield` or `Sangamon County`. */
export const areas = {
  heading: (place: string, state: string) => `Motorized Window Treatments in ${place}, ${state}`,
  callNow: 'Call Now',
  area: 'Service area',
  contact: 'Contact',
  hours: 'In-home visits',
  popular: 'Popular projects',
  popularHeading: (place: string) => `What people in ${place} ask for`,
  notes: (place: string) => `Windows in ${place}`,
  neighborhoods: 'Neighborhoods',
  neighborhoodsHeading: (place: string) => `Where we work in ${place}`,
  zipCodes: 'ZIP codes served:',
  closing: 'See the fabrics at your own window.',
  closingSentence: (place: string, promise: string) =>
    `The consultation in ${place} is free, with no obligation. We answer ${promise}.`,
};
