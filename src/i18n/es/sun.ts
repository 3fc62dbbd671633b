import type { sun as english } from '../en/sun.ts';
import type { Translated } from '../language.ts';

export const review = 'unreviewed';

export const sun: Translated<typeof english> = {
  title: 'El sol en su ventana',
  description: (region) =>
    `Elija hacia dónde da su ventana y vea cuándo le da el sol fuerte en ${region}, cuándo es más fuerte y qué ayuda.`,
  directions: ['norte', 'noreste', 'este', 'sureste', 'sur', 'suroeste', 'oeste', 'noroeste'],
  points: ['N', 'NE', 'E', 'SE', 'S', 'SO', 'O', 'NO'],
  whichWay: '¿Hacia dónde da su ventana?',
  whichHelp: '¿No está seguro? El sol se pone por el oeste.',
  clock,
  time: 'Hora del día',
  picture: (direction) => `Una ventana al ${direction}, vista desde adentro.`,
  moments: {
    strong: 'sol fuerte en el vidrio',
    weak: 'un poco de sol',
    behind: 'sol detrás de la casa',
    night: 'sin sol',
  },
  found: (direction) => `Su ventana al ${direction}`,
  now: (month, from, until, long) =>
    `En ${month} le da sol fuerte de ${the(from)} a ${the(until)}, cerca de ${hours(long)} al día.`,
  nowNone: (month) => `En ${month} no le da sol fuerte.`,
  worst: (month, minute) => `Es más fuerte en ${month}, cerca de ${the(minute)}`,
  allYear: 'Tiene sol fuerte todo el año.',
  quiet: (from, until) => (until ? `De ${from} a ${until} no lo tiene.` : `En ${from} no lo tiene.`),
  never: 'Hasta en junio le da solo un poco, temprano y al final del día.',
  helps: {
    morning:
      'El sol de la mañana es bajo y entra por debajo de cualquier techo, así que la persiana tiene que bajar del todo. Un motor puede hacerlo antes de que usted se levante.',
    midday:
      'Es sobre todo sol de invierno, y quizás le guste ese calor. Contra el reflejo basta una persiana a media ventana, y usted sigue viendo afuera.',
    afternoon:
      'El sol de la tarde es bajo y entra por debajo de cualquier techo, así que la persiana tiene que bajar del todo. Un motor puede hacerlo aunque no haya nadie en casa.',
    never: 'Deje esta ventana para el final. Aquí una persiana es para la privacidad, no para el calor.',
  },
  book: 'Reserve una visita para esta ventana',
  bookHelp: 'Llevamos lo que ayuda en esta ventana. La visita es gratis.',
  how: (city) =>
    `Para ${city}, en un día despejado a mediados de mes y sin nada delante del vidrio. Los techos, los árboles y las nubes le quitan sol. En la visita miramos su propia ventana.`,
  noScripts: 'El dibujo muestra una ventana al oeste. Las ocho:',
  noteHead: 'El sol en mi ventana:',
  noteName: 'Ventana',
  noteSun: ' de sol fuerte',
  noteWorst: (month, minute) => ` en ${month}, lo peor cerca de ${the(minute)}`,
  link: 'El sol en su ventana',
  inviteLink: 'Vea cuándo le da el sol.',
};

function clock(minute: number): string {
  const past = minute % 60 === 0 ? '' : `:${minute % 60}`;
  return `${Math.floor(minute / 60) % 12 || 12}${past}\u00a0${minute < 720 ? 'a.\u00a0m.' : 'p.\u00a0m.'}`;
}

const the = (minute: number) => `${Math.floor(minute / 60) % 12 === 1 ? 'la' : 'las'} ${clock(minute)}`;

/** `media hora`, `1 hora`, `3 horas y media` */
function hours(minutes: number): string {
  const halves = Math.round(minutes / 30);
  if (halves < 2) return 'media hora';
  return `${Math.floor(halves / 2)} hora${halves < 4 ? '' : 's'}${halves % 2 ? ' y media' : ''}`;
}
