import type * as en from '../en/zip-areas.ts';
import type { Translated } from '../language.ts';

export const review = 'unreviewed';

export const zipAreas: Translated<typeof en.zipAreas> = {
  callFirst: ({ zipCode, phone }) =>
    `Para una visita en ${zipCode}, primero llámenos al ${phone} o pida que le llamemos.`,
  notServed: ({ zipCode, phone }) =>
    `${zipCode} está fuera de la zona que visitamos: llámenos al ${phone} o pida que le llamemos, y veremos qué podemos hacer.`,
};
