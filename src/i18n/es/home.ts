import type { home as english } from '../en/home.ts';
import type { Translated } from '../language.ts';

export const review = 'unreviewed';

export const home: Translated<typeof english> = {
  title: (_region, state) => `Persianas motorizadas en ${state}`,
  description: (region, promise) =>
    `Distribuidor e instalador certificado de persianas y cortinas motorizadas en ${region}. Consulta gratis a domicilio; respuesta ${promise}.`,
  dial: 'Hora del día',
  clock: (time) => time.replace(/ ([AP])M$/, (_, half: string) => ` ${half.toLowerCase()}. m.`),
  products: 'Productos destacados',
  productsHeading: 'Persianas, contraventanas y cortinas.',
  productsLead:
    'Cada una se hace a la medida de su ventana, la mueve un motor silencioso y la instalamos nosotros. Usted puede tocar las telas en su casa antes de elegir.',
  certified: 'Distribuidor certificado',
  colors: { Black: 'Negro', White: 'Blanco', Gray: 'Gris' },
  ask: ['Preguntar por este producto', ':'],
  deals: 'Ofertas y promociones',
  dealsHeading: 'Las ofertas de hoy y las de antes.',
  dealsLead:
    'Los fabricantes dan rebajas varias veces al año. Dejamos aquí las ofertas pasadas para que vea cómo eran. Pregúntenos cuáles vienen.',
  badges: {
    'Featured Promo': 'Oferta destacada',
    New: 'Nuevo',
    'Vendor Rebate': 'Rebaja del fabricante',
    Commercial: 'Para negocios',
    'Best Value': 'La que más conviene',
    Popular: 'Muy pedida',
  },
  enlarge: 'Ampliar:',
  at: (vendor, site) => `${vendor ?? 'Más'} en ${site}`,
  owners: 'Los dueños',
  monogram: (names) => `Una persiana de lino con el monograma de ${names}, en una ventana al atardecer`,
  reviews: 'Opiniones',
  reviewsHeading: 'Lo que dicen nuestros clientes.',
  rating: (rating, site) => `${rating} estrellas en ${site}`,
  allReviews: 'Leer las opiniones',
  translated: 'Traducido del inglés',
  questions: 'Preguntas',
  questionsFact: 'Lo que más nos preguntan',
  questionsHeading: 'Preguntas frecuentes',
  questionsLead: (names) => `¿No está la suya? Llame y pregúntele a ${names.replace(' y ', ' o a ')}.`,
  privacyShort: 'En resumen',
  privacyChanged: (day) => `Último cambio: ${day}`,
};
