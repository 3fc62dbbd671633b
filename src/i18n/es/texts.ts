import type * as en from '../en/texts.ts';
import type { Translated } from '../language.ts';

export const review = 'unreviewed';

/**
 * Without á, í, ó and ú, and so without a weekday: one of them makes a text three times as dear. A time ends with a
 * full stop.
 */
export const texts: Translated<typeof en.texts> = {
  /** Ends the first text to a number. */
  stop: 'ALTO para terminar',
  when: (day, time) => `el ${day.replace(/^\S+, /, '')}, ${time}`,
  booked: (when, link, who = '') => `${who ? `${who} le visita` : 'su visita es'} ${when} Cambiar: ${link}`,
  handedOver: (when, link, who) => `${who} va a su visita ${when} Cambiar: ${link}`,
  moved: (when, link) => `su visita tiene nueva hora, ${when} Cambiar: ${link}`,
  cancelled: (when, link) => `ya no vamos ${when} Otra hora: ${link}`,
  review: (link) => `¡gracias! ¿Nos deja unas palabras sobre nuestro trabajo? ${link}`,
  reminder: (when, link, who = '') => `${who ? `${who} va` : 'vamos'} a su casa ${when} Cambiar: ${link}`,
  onMyWay: (time, link = '', who = '') =>
    `${who ? `${who} va` : 'vamos'} en camino. Llegada aproximada: ${time} ${link}`.trim(),
  nobodyHome: (again) => `estuvimos en su casa y no hubo respuesta. Otra hora: ${again}`,
  /** To the words STOP, START and HELP. */
  answers: {
    stop: (business, phone) =>
      `${business}: ya no le enviamos mensajes. Escriba START para volver a recibirlos. Preguntas: ${phone}`,
    /** To STOP, of somebody with a visit to come. */
    stopped: (business, when, link) =>
      `${business}: ya no le enviamos mensajes. Su visita sigue en pie: ${when} Para cancelarla: ${link}`,
    again: (business) => `${business}: le enviamos de nuevo mensajes sobre su visita. Responda ALTO para terminar.`,
    help: (business, phone) => `${business} escribe sobre su visita. Llame al ${phone}. Responda ALTO para terminar.`,
  },
};
