import { labelsIn } from '#lib/range';
import type * as en from '../en/gallery.ts';
import type { Translated } from '../language.ts';

export const review = 'unreviewed';

export const gallery: Translated<typeof en.gallery> = {
  filter: 'Filtrar por categoría',
  all: 'Todo',
  categories: labelsIn('es'),
  item: '1 trabajo',
  items: (count) => `${count} trabajos`,
  empty: 'No hay trabajos en esta categoría',
  emptyWords: '¿Tiene algo en mente? Pregúntenos y le llevaremos muestras.',
  failed: 'No se pudo cargar la galería.',
  failedWords: 'Por favor, revise su conexión o llámenos y le mostraremos nuestro trabajo en persona.',
  tryAgain: 'Intentar de nuevo',
  broken: {
    sentence: 'Esta parte de la página dejó de funcionar. Por favor, vuelva a cargarla.',
    reload: 'Volver a cargar',
  },
  video: 'Video: ',
  position: (index, count) => `${index} de ${count}`,
  previous: 'Anterior',
  next: 'Siguiente',
  close: 'Cerrar',
  download: 'Descargar',
  unplayable: 'Este video no se puede reproducir aquí. Revise su conexión o pruebe con otro navegador.',
  ask: 'Preguntar por este trabajo',
};
