import { unbroken } from '#lib/unbroken';
import type { home as english } from '../en/home.ts';
import type { Translated } from '../language.ts';

export const review = 'unreviewed';

export const home: Translated<typeof english> = {
  title: (_region, state) => `Persianas motorizadas en ${state}`,
  description: (region, promise, isCertified) =>
    `Distribuidor e instalador ${isCertified ? 'certificado ' : ''}de persianas y cortinas motorizadas en ${region}. Consulta gratis a domicilio; respuesta ${promise}.`,
  dial: 'A lo largo del día',
  clock: (time) =>
    unbroken(time.replace(':00', '').replace(/ ([AP])M$/, (_, half: string) => ` ${half.toLowerCase()}. m.`)),
  areas: 'Vamos a su casa en',
  products: 'Productos destacados',
  productsHeading: 'Persianas, contraventanas y cortinas.',
  productsLead:
    'Cada una se hace a la medida de su ventana, la mueve un motor silencioso y la instalamos nosotros. Usted puede tocar las telas en su casa antes de elegir.',
  certified: 'Distribuidor certificado',
  colors: { Black: 'Negro', White: 'Blanco', Gray: 'Gris' },
  ask: ['Preguntar por este producto', ':'],
  deals: 'Ofertas y promociones',
  dealsHeading: 'Las ofertas de hoy.',
  dealsHeadingPast: 'Las ofertas pasadas.',
  dealsPast: 'Las pasadas están más abajo.',
  dealsLead: 'Los fabricantes dan reembolsos varias veces al año: pregúntenos cuáles vienen.',
  badges: {
    'Featured Promo': 'Oferta destacada',
    New: 'Nuevo',
    'Vendor Rebate': 'Reembolso del fabricante',
    Commercial: 'Para negocios',
    'Best Value': 'La que más conviene',
    Popular: 'Muy pedida',
  },
  enlarge: 'Ampliar:',
  at: (vendor, site) => `${vendor ?? 'Más'} en ${site}`,
  owners: 'Los dueños',
  promise: {
    label: 'Quién va a su casa',
    heading: 'Las personas a las que usted llama son las que van.',
    text: 'Medimos sus ventanas, pedimos sus persianas y las instalamos. Si una persiana que instalamos le da problemas, llámenos y la arreglamos.',
    picture: 'Una persiana de lino en una ventana al atardecer',
  },
  monogram: (names) => `Una persiana de lino con el monograma de ${names}, en una ventana al atardecer`,
  reviews: 'Opiniones',
  reviewsHeading: 'Lo que dicen nuestros clientes.',
  reviewsElsewhere: (site) => `Lea en ${site} lo que la gente dice de nosotros.`,
  rating: (rating, site) => `${rating} estrellas en ${site}`,
  allReviews: 'Leer las opiniones',
  translated: 'Traducido del inglés',
  questions: 'Preguntas',
  questionsFact: 'Lo que más nos preguntan',
  questionsHeading: 'Preguntas frecuentes',
  questionsLead: (names) =>
    `¿No está la suya? Llame y ${names ? `pregúntele a ${names.replace(' y ', ' o a ')}` : 'pregúntenos'}.`,
  privacyShort: 'En resumen',
  privacyChanged: (day) => `Último cambio: ${day}`,
};
