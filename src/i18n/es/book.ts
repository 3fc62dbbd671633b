import { rangeIn } from '#lib/range';
import type * as en from '../en/book.ts';
import type { Translated } from '../language.ts';
import { motorized } from './range.ts';

export const review = 'unreviewed';

export const book: Translated<typeof en.book> = {
  title: 'Programe su consulta gratis',
  description: (region, promise) =>
    `Pida una consulta gratis en su casa sobre ${motorized(rangeIn('es').brief, 'or')} en ${region}. Le contactamos ${promise}.`,
  lead: (promise) =>
    `Díganos cómo comunicarnos con usted. Acordaremos el día y la hora ${promise}. En la visita le mostramos telas, medimos sus ventanas y le dejamos un precio por escrito.`,
  leadSteps:
    'Vea las horas disponibles y reserve su visita aquí. En la visita le mostramos telas, medimos sus ventanas y le dejamos un precio por escrito.',
  notesHint: '¿Qué habitaciones? ¿Qué le molesta? ¿Cuándo está en casa?',
  submit: 'Pedir que me llamen',
  checkOne: 'Por favor, revise la respuesta marcada abajo.',
  checkMany: (count) => `Por favor, revise las ${count} respuestas marcadas abajo.`,
};
