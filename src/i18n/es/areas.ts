import type { areas as english } from '../en/areas.ts';
import type { Translated } from '../language.ts';

export const review = 'unreviewed';

/** In a sentence a county has its article: `en el condado de Osceola`. */
const inside = (place: string) => place.replace(/^Condado/, 'el condado');

export const areas: Translated<typeof english> = {
  heading: (place, state) => `Persianas y cortinas motorizadas en ${inside(place)}, ${state}`,
  callNow: 'Llamar ahora',
  area: 'Zona',
  contact: 'Teléfono',
  hours: 'Visitas a domicilio',
  popular: 'Proyectos más pedidos',
  popularHeading: (place) => `Lo que nos piden en ${inside(place)}`,
  notes: (place) => `Las ventanas en ${inside(place)}`,
  neighborhoods: 'Vecindarios',
  neighborhoodsHeading: (place) => `Dónde trabajamos en ${inside(place)}`,
  zipCodes: 'Códigos postales (ZIP) que atendemos:',
  closing: 'Vea las telas en su propia ventana.',
  closingSentence: (place, promise) =>
    `La consulta en ${inside(place)} es gratis y sin compromiso. Le contestamos ${promise}.`,
};
