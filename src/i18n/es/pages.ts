import { capitalized } from '#lib/label';
import { rangeIn } from '#lib/range';
import { unbroken } from '#lib/unbroken';
import type * as en from '../en/pages.ts';
import { listIn } from '../hours-lines.ts';
import type { Translated } from '../language.ts';
import { ending, motorized } from './range.ts';
import { zone } from './zone.ts';

const { all, brief } = rangeIn('es');
const sold = listIn('es', all);
const soldInBrief = motorized(brief);
/** Where there is room for two, the first and the last. */
const two = [...new Set([...brief.slice(0, 1), ...brief.slice(-1)])];
const as = ending(all);

/** The words of built pages, in Spanish. */
export { book } from './book.ts';
export { deals } from './deals.ts';
export { sun } from './sun.ts';
export { visit } from './visit.ts';

export const review = 'unreviewed';

export const home: Translated<typeof en.home> = {
  title: (_region, state) => `${capitalized(motorized(brief.slice(0, 1)))} en ${state}`,
  description: (region, promise, isCertified) =>
    `Distribuidor e instalador ${isCertified ? 'certificado ' : ''}de ${motorized(two)} en ${region}. Consulta gratis a domicilio; respuesta ${promise}.`,
  dial: 'A lo largo del día',
  clock: (time) =>
    unbroken(time.replace(':00', '').replace(/ ([AP])M$/, (_, half: string) => ` ${half.toLowerCase()}. m.`)),
  products: 'Productos destacados',
  productsHeading: `${capitalized(sold)}.`,
  productsLead: `Hech${as} a la medida de su ventana, con motor silencioso, e instalad${as} por nosotros. Toque las telas en su casa antes de elegir.`,
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

export const blog: Translated<typeof en.blog> = {
  title: `Guías de ${listIn('es', two)}`,
  description: (region) =>
    `Guías de ${motorized(two)} en ${region}: calor, clima, baterías y costo, por quienes las instalan.`,
  heading: 'Guías',
  lead: (state) => `Respuestas claras sobre ${sold} para las casas de ${state}.`,
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

/** In a sentence a county has its article: `en el condado de Osceola`. */
const inside = (place: string) => place.replace(/^Condado/, 'el condado');

export const areas: Translated<typeof en.areas> = {
  heading: (place, state) => `${capitalized(motorized(two))} en ${inside(place)}, ${state}`,
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

export const site: Translated<typeof en.site> = {
  schedule: 'Programar consulta',
  visit: 'Su visita:',
  onDay: (day) => `el ${day}`,
  skip: 'Ir al contenido',
  home: ', página principal',
  homePage: 'Inicio',
  newTab: '(se abre en otra pestaña)',
  sample: 'Ejemplo',
  stars: (rating) => `${rating} de 5 estrellas`,
  pictureAlt: (title, business) => `${title}, junto a una ventana con ${motorized(brief.slice(0, 1))}. ${business}.`,
  feedTitle: (business) => `${business}: Guías`,
  header: {
    label: 'Principal',
    work: 'Nuestro trabajo',
    viewWork: 'Ver nuestro trabajo',
    menu: 'Menú',
    close: 'Cerrar',
  },
  dock: { label: 'Llamar o programar', call: 'Llamar', schedule: 'Pedir visita gratis' },
  footer: {
    label: 'Pie de página',
    what: (region) => `${capitalized(motorized(all))}, medid${as} e instalad${as} en ${region}.`,
    explore: 'Explorar',
    privacy: 'Privacidad',
    areas: 'Zonas que atendemos',
    hours: 'Teléfono',
    dealer: (brand, vendors) => `Distribuidor certificado de ${brand}. También trabajamos con ${vendors}.`,
    carries: (vendors) => `Trabajamos con ${vendors}.`,
  },
  closing: '¿Quiere verlo en su casa?',
  gallery: {
    title: 'Nuestro trabajo',
    description: (region) => `Fotos y videos de ${soldInBrief} en ${region}. Vea la galería por categoría.`,
    lead: 'Ejemplos de lo que instalamos y de cómo trabajamos.',
    renders:
      'Los cuartos de nuestras otras páginas son imágenes hechas por computadora, no fotos de casas de clientes.',
    noScripts: 'La galería necesita JavaScript para mostrar sus fotos y videos.',
    call: 'Llámenos y le mostramos nuestro trabajo y las muestras en su casa.',
  },
  notFound: {
    title: '404 Página no encontrada',
    description: 'No hay ninguna página en esta dirección.',
    // English has a sentence of the specification here, which only an engineer understands.
    sentence: '',
    help: 'Disculpe, no encontramos esa página. Puede que el enlace sea viejo o que la dirección tenga un error. Pruebe con uno de estos, o llámenos y le ayudamos.',
    home: 'Volver a la página principal',
    article: 'Artículo no encontrado',
    articleDescription: 'No hay ningún artículo en esta dirección.',
    articleBack: 'Volver a las guías',
    location: 'Lugar no encontrado',
    locationDescription: 'No hay ninguna zona de servicio en esta dirección.',
    locationSentence: 'No encontramos el lugar que busca.',
  },
  share: {
    homeLine: (region) => `${capitalized(soldInBrief)} en ${region}`,
    bookLine: (promise) => `Le contactamos ${promise}`,
    galleryLine: (region) => `${capitalized(listIn('es', two))} en ${region}`,
    sunLine: (region) => `Ocho direcciones, hora por hora, en ${region}`,
    blogLine: (state) => `Respuestas claras para las casas de ${state}`,
    privacyLine: 'Qué guardamos, por qué y cómo pedir que se borre',
  },
};

export const thanks: Translated<typeof en.thanks> = {
  title: 'Gracias',
  heading: '¡Gracias!',
  soon: '¡Nos vemos pronto!',
  next: (promise) => `Le llamamos o escribimos ${promise} para confirmar su consulta gratis a domicilio.`,
  questions: '¿Preguntas? Llámenos al',
  changes: 'Si algo cambia, llámenos al',
  sooner: 'Para hablar con nosotros antes, llámenos al',
  wrong: '¿Hay un error? Cámbielo',
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
