import type { blog as english } from '../en/blog.ts';
import type { Translated } from '../language.ts';

export const review = 'unreviewed';

export const blog: Translated<typeof english> = {
  title: 'Guías de persianas y cortinas',
  description: (region) =>
    `Guías de persianas y cortinas motorizadas en ${region}: calor, clima, baterías y costo, por quienes las instalan.`,
  heading: 'Guías',
  lead: (state) =>
    `Respuestas claras sobre persianas, contraventanas (shutters) y cortinas para las casas de ${state}.`,
  earlier: 'Guías anteriores',
  askHeading: '¿Tiene preguntas?',
  askSentence: (length) =>
    `Llámenos o pídanos que pasemos por su casa. La visita dura ${length} y es gratis, sin compromiso.`,
  back: 'Volver a las guías',
  next: 'Siguiente guía',
  readTime: (minutes) => `${minutes} min de lectura`,
  draft: 'Borrador, solo en vistas previas',
  draftNote: '(borrador)',
  categories: {
    'Energy Efficiency': 'Ahorro de energía',
    'Smart Home': 'Casa inteligente',
    'Buying Guide': 'Guía de compra',
  },
  asideLabel: 'Consulta gratis',
  aside: 'Le decimos por cuáles dos ventanas empezar.',
  asideSentence: (promise) => `Una visita gratis y sin compromiso. Le contestamos ${promise}.`,
};
