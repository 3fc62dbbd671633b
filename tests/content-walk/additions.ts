import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { business } from '#business';
import { root } from '../../scripts/command.ts';

/** What a marketer adds: the files by their path, and those of the Spanish beside them. */
export interface Addition {
  readonly english: Readonly<Record<string, string>>;
  readonly spanish: Readonly<Record<string, string>>;
  /** A line for the booking dialog's cities, in `brand/choices.json`. */
  readonly city?: string;
}

/** The first examples below a heading of docs/content.md, as they are written there. */
async function examples(heading: string): Promise<{ markdown: string; json: string }> {
  const page = await readFile(path.join(root, 'docs/content.md'), 'utf8');
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const block = (language: string) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(section)?.[1] ?? '';
  return { markdown: block('markdown'), json: block('json').trim() };
}

const fields = (lines: string, text = '') => `---\n${lines}\n---\n${text}`;

const [post, offer, area, spanish] = await Promise.all(
  ['A new post', 'A new offer', 'A new service area', 'Spanish'].map(examples),
);

/** The entries come first in their lists, where the most depends on them. */
export const additions: Readonly<Record<string, Addition>> = {
  product: {
    english: {
      'src/content/products/woven-wood-shades.md': fields(`order: 5
title: Motorized Woven Wood Shades
vendor: ${business.vendors[0]}
description: Reeds and grasses, woven by hand, that turn hard sun into a warm pattern.
features:
  - Lined or unlined
  - Quiet motor in the headrail
image:
  src: ../../assets/kitchen.jpg
  alt: Woven wood shades above a kitchen sink in the morning`),
    },
    spanish: {
      'src/content/products/woven-wood-shades.es.md': fields(`translation: unreviewed
title: Persianas motorizadas de fibras
description: Juncos y pastos tejidos a mano que suavizan el sol fuerte.
features:
  - Con forro o sin forro
  - Motor silencioso en el riel
image:
  alt: Persianas de fibras sobre el fregadero de una cocina, en la mañana`),
    },
  },
  offer: {
    english: {
      'src/content/promotions/second-room.md': fields(`order: 5
title: Second room
discount: 15% off the second room
description: Two rooms in one order, and the second one costs less.
validUntil: Until further notice
badge: Popular
featured: true
image:
  src: ../../assets/kitchen.jpg
  alt: Kitchen with motorized shades half lowered in the morning`),
    },
    spanish: {
      'src/content/promotions/second-room.es.md': fields(`translation: unreviewed
title: Segundo cuarto
discount: 15% menos en el segundo cuarto
description: Dos cuartos en un pedido, y el segundo cuesta menos.
validUntil: Hasta nuevo aviso
image:
  alt: Cocina con persianas motorizadas a media altura, en la mañana`),
    },
  },
  'an ended offer': {
    english: {
      'src/content/promotions/a-last-summer.md': fields(`order: 1
title: Last summer
discount: $50 off a screen
description: It was first on the page, and it is over.
validUntil: Jun 1 to Aug 31, 2025
startsOn: 2025-06-01
endsOn: 2025-08-31
badge: New
featured: true`),
    },
    spanish: {
      'src/content/promotions/a-last-summer.es.md': fields(`translation: unreviewed
title: El verano pasado
discount: $50 menos en una pantalla
description: Estaba primero en la página, y ya terminó.
validUntil: 1 de junio al 31 de agosto de 2025`),
    },
  },
  'the guide’s offer': {
    english: { 'src/content/promotions/spring-sheer.md': offer?.markdown ?? '' },
    spanish: {
      'src/content/promotions/spring-sheer.es.md': fields(`translation: unreviewed
title: PerfectSheer
discount: Motor gratis
description: El motor sin costo con cada persiana de velo PerfectSheer.
validUntil: 1 de marzo al 31 de mayo de 2027
image:
  alt: Dormitorio soleado con persianas de velo que suavizan la luz del día`),
    },
  },
  review: {
    english: {
      'src/content/reviews/rosa-l.md': fields(`order: 5
sample: true
name: Rosa L.
location: ${business.address.city}
initials: RL
rating: 4
text: The crew was half an hour late but called ahead. The shades close on time every evening.`),
    },
    spanish: {
      'src/content/reviews/rosa-l.es.md': fields(`translation: unreviewed
text: Llegaron media hora tarde, pero llamaron antes. Las persianas se cierran a su hora cada noche.`),
    },
  },
  question: {
    english: {
      'src/content/faq/cleaning.md': fields(`order: 5
question: How do I clean a shade?
answer: Dust it with a dry cloth once a month. Ask us before you use water, because some fabrics keep a mark.`),
    },
    spanish: {
      'src/content/faq/cleaning.es.md': fields(`translation: unreviewed
question: ¿Cómo limpio una persiana?
answer: Pásele un paño seco una vez al mes. Pregúntenos antes de usar agua, porque algunas telas guardan la marca.`),
    },
  },
  'the guide’s article': {
    english: { 'src/content/blog/shades-and-lizards.md': post?.markdown ?? '' },
    spanish: { 'src/content/blog/shades-and-lizards.es.md': spanish?.markdown ?? '' },
  },
  'the guide’s area': {
    english: { 'src/content/service-areas/windermere.md': area?.markdown ?? '' },
    spanish: {
      'src/content/service-areas/windermere.es.md': fields(
        `translation: unreviewed
name: Windermere
county: Condado de Orange
metaTitle: Persianas motorizadas en Windermere
metaDescription: Persianas motorizadas, contraventanas y cortinas para las casas de Windermere junto al lago. Consulta gratis a domicilio.
description: Windermere queda entre lagos, así que casi todas las salas tienen una vista que cuidar y un sol bajo que tapar. Llevamos pantallas que hacen las dos cosas.
ctaText: Programar visita en Windermere
popularProjects:
  - Pantallas solares hacia los lagos
  - Cortinas motorizadas para salas altas
  - Contraventanas en las ventanas de la calle
image:
  alt: Pantallas solares de color carbón que quitan el resplandor y dejan ver las palmas y el lago
projectsImage:
  alt: Cortinas motorizadas con velo en una puerta corrediza que da a la piscina`,
        '\nEl vidrio junto al lago mira hacia los dos lados: de día hacia el agua, y de noche hacia adentro. Una pantalla resuelve lo primero, y una cortina forrada lo segundo.\n',
      ),
    },
    ...(area && { city: area.json }),
  },
};
