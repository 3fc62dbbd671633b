import { zone } from './zone.ts';
import { capitalized } from '#lib/label';
import type * as en from '../en/mail.ts';
import type { Translated } from '../language.ts';
import { hoursIn } from '../hours-lines.ts';

export const review = 'unreviewed';

export const mail: Translated<typeof en.mail> = {
  when: (dayAndTime) => `${dayAndTime}, ${zone.es}`,
  subjects: {
    booked: (when) => `Su consulta está programada: ${when}`,
    moved: (when) => `Su consulta tiene una nueva hora: ${when}`,
    cancelled: (when) => `Su consulta está cancelada: ${when}`,
    reminder: (when) => `Recordatorio: su consulta es el ${when}`,
    nobodyHome: (when) => `No había nadie en casa: su consulta, ${when}`,
  },
  titles: {
    booked: 'Su consulta está programada',
    moved: 'Su consulta tiene una nueva hora',
    cancelled: 'Su consulta está cancelada',
    reminder: 'Su consulta se acerca',
    nobodyHome: 'No había nadie en casa',
  },
  toBeAgreed: 'Por acordar',
  coming: (city) => `Vamos a ${city} con las telas.`,
  visit: (length) =>
    `Iremos a su casa, le mostraremos telas, mediremos cada ventana y le dejaremos un precio por escrito. La visita dura más o menos ${length} y es gratis.`,
  handedOver: {
    subject: (when) => `Otra persona va a su casa: ${when}`,
    title: 'Otra persona va a su casa',
    opening: (who) => `${who} va a su visita. La hora sigue siendo la misma.`,
  },
  movedTo: 'Cambiamos su visita a la hora que aparece abajo.',
  movedFrom: (when) => `Antes era el ${when}.`,
  now: (when) => `Ahora es el ${when}.`,
  cancelledBriefly: 'Esa visita ya no está en nuestro calendario. Puede elegir otra cuando guste.',
  cancelled:
    'Su visita ya no está en nuestro calendario. Puede elegir otra hora cuando guste. La consulta sigue siendo gratis.',
  nobodyHomeBriefly: 'Tocamos a su puerta y nadie abrió. Puede elegir otra hora cuando guste.',
  nobodyHome:
    'Tocamos a su puerta para su visita y nadie abrió. Puede elegir otra hora cuando guste. La consulta sigue siendo gratis.',
  reminder: (length) => `Un breve recordatorio de nuestra visita. Dura más o menos ${length} y es gratis.`,
  invited: 'La invitación de calendario le llegará en un mensaje aparte.',
  attached: 'Abra la invitación adjunta para poner la visita en su calendario.',
  anotherTime: '¿Necesita otra hora? Cámbiela con el enlace de abajo o llámenos.',
  facts: { when: 'Cuándo', who: 'Quién va', where: 'Dónde', about: 'Sobre' },
  minutes: (minutes) => `${minutes} minutos`,
  change: 'Cambiar o cancelar la visita',
  chooseAnother: 'Elegir otra hora',
  instead: (business) => `Un mensaje de ${business}`,
  call: (phone) => `Llamar al ${phone}`,
  hours: (hours) => hours.map((line) => hoursIn('es', line)).join('; '),
  reasonCalled: 'Usted recibe este mensaje porque nos pidió una visita.',
  reasonBooked: 'Usted recibe este mensaje porque reservó una visita en nuestro sitio web.',
  review: {
    subject: (business) => `¿Escribiría una reseña de ${business}?`,
    title: 'Gracias',
    question:
      '¿Escribiría unas palabras sobre nuestro trabajo? Sea cual sea su opinión, su reseña ayuda a sus vecinos y a nosotros.',
    action: 'Escribir una reseña',
    reason: 'Usted recibe este mensaje porque trabajamos para usted. Lo preguntamos una sola vez.',
  },
  other: (kind) => ({
    subjects: {
      booked: (when) => `Su ${kind} está reservada: ${when}`,
      moved: (when) => `Su ${kind} tiene una nueva hora: ${when}`,
      cancelled: (when) => `Su ${kind} está cancelada: ${when}`,
      reminder: (when) => `Recordatorio: su ${kind} es el ${when}`,
      nobodyHome: (when) => `No había nadie en casa: su ${kind}, ${when}`,
    },
    titles: {
      booked: `Su ${kind} está reservada`,
      moved: `Su ${kind} tiene una nueva hora`,
      cancelled: `Su ${kind} está cancelada`,
      reminder: `Su ${kind} se acerca`,
      nobodyHome: 'No había nadie en casa',
    },
    coming: (city) => `Vamos a ${city}.`,
    visit: (length) => `Iremos a su casa. Dura más o menos ${length}.`,
    cancelled: 'Nadie irá a esta hora. Para otra hora, llámenos.',
    cancelledBriefly: 'Nadie irá a esa hora.',
    nobodyHome: `Tocamos a su puerta para su ${kind} y nadie abrió. Para otra hora, llámenos.`,
    nobodyHomeBriefly: 'Tocamos a su puerta y nadie abrió.',
    reminder: (length) => `Un breve recordatorio de nuestra visita. Dura más o menos ${length}.`,
    anotherTime: '¿Necesita otra hora? Llámenos. El enlace de abajo es para ver los detalles o cancelar.',
    change: 'Ver o cancelar la visita',
    calendar: {
      summary: (business) => `${capitalized(kind)} con ${business}`,
      about: (service) => `Sobre: ${service}.`,
      change: (link) => `Ver o cancelar: ${link}`,
    },
  }),
  calendar: {
    summary: (business) => `Consulta gratis en su casa con ${business}`,
    about: (service) => `Sobre: ${service}.`,
    change: (link) => `Cambiar o cancelar: ${link}`,
  },
};
