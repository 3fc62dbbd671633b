import { zone } from './zone.ts';
import type { thanks as english } from '../en/thank-you.ts';
import type { Translated } from '../language.ts';

export const review = 'unreviewed';

export const thanks: Translated<typeof english> = {
  title: 'Gracias',
  alt: 'Persianas de velo con láminas suaves que filtran la luz del día sobre una banca y un sillón',
  heading: '¡Gracias!',
  soon: '¡Nos vemos pronto!',
  next: (promise) => `Le llamamos o escribimos ${promise} para confirmar su consulta gratis a domicilio.`,
  questions: '¿Preguntas? Llámenos al',
  changes: 'Si algo cambia, llámenos al',
  sooner: 'Para hablar con nosotros antes, llámenos al',
  wrong: '¿Hay un error? Cámbielo',
  byEmail: 'Le confirmaremos por correo electrónico a',
  byPhone: 'Le confirmaremos por teléfono al',
  byText: 'Le confirmaremos por mensaje de texto al',
  undelivered: 'Su solicitud todavía no nos ha llegado.',
  kept: 'Queda guardada en este aparato y se envía cuando abra este sitio otra vez.',
  call: ['Por favor, llámenos al', 'para ponernos de acuerdo en la hora.'],
  booked: (business) => `Consulta gratis a domicilio con ${business}`,
  visit: 'Su hora está reservada',
  zoneAfter: `, ${zone.es}`,
  where: 'En su casa, en',
  add: 'Agregar al calendario',
  print: 'Imprimir',
  google: 'Agregar a Google Calendar',
  change: 'Cambiar o cancelar la visita',
  home: 'Volver a la página principal',
  meanwhile: 'Mientras tanto:',
};
