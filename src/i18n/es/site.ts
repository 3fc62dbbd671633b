import type { site as english } from '../en/site.ts';
import type { Translated } from '../language.ts';

export const review = 'unreviewed';

export const site: Translated<typeof english> = {
  schedule: 'Programar consulta',
  visit: 'Su visita:',
  skip: 'Ir al contenido',
  home: ', página principal',
  homePage: 'Inicio',
  newTab: '(se abre en otra pestaña)',
  sample: 'Ejemplo',
  stars: (rating) => `${rating} de 5 estrellas`,
  pictureAlt: (title, business) => `${title}, junto a una ventana con persianas motorizadas. ${business}.`,
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
    what: (region) => `Persianas, cortinas y contraventanas (shutters) motorizadas, medidas e instaladas en ${region}.`,
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
    description: (region) =>
      `Fotos y videos de persianas, contraventanas y cortinas motorizadas en ${region}. Vea la galería por categoría.`,
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
    location: 'Lugar no encontrado',
    locationDescription: 'No hay ninguna zona de servicio en esta dirección.',
    locationSentence: 'No encontramos el lugar que busca.',
  },
  share: {
    homeLine: (region) => `Persianas, contraventanas y cortinas motorizadas en ${region}`,
    bookLine: (promise) => `Le contactamos ${promise}`,
    galleryLine: (region) => `Persianas y cortinas en ${region}`,
    sunLine: (region) => `Ocho direcciones, hora por hora, en ${region}`,
    blogLine: (state) => `Respuestas claras para las casas de ${state}`,
    privacyLine: 'Qué guardamos, por qué y cómo pedir que se borre',
  },
};
