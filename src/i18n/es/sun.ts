import type { sun as english } from '../en/sun.ts';
import type { Translated } from '../language.ts';

export const review = 'unreviewed';

export const sun: Translated<typeof english> = {
  title: 'El sol en su ventana',
  description: (region) =>
    `Gire el disco hacia su ventana y vea cuándo le da el sol: horas de sol directo por mes en ${region}, las dos peores horas y qué ayuda.`,
  lead: 'Díganos hacia dónde da su ventana. Vea cuándo le da el sol, hora por hora y mes por mes.',
  noScripts: (city) =>
    `Para girar una ventana usted mismo, esta página necesita JavaScript. La tabla de abajo vale sin él: cuatro ventanas en ${city}. O llámenos y le decimos cómo es la suya.`,
  directions: ['norte', 'noreste', 'este', 'sureste', 'sur', 'suroeste', 'oeste', 'noroeste'],
  points: ['N', 'NE', 'E', 'SE', 'S', 'SO', 'O', 'NO'],
  facing: (direction, degrees) => `${capital(direction)}, ${degrees} grados`,
  facingShort: (direction, degrees) => `${capital(direction)}, ${degrees}°`,
  clock: (minute) => `${hourOf(minute)}:${two(minute % 60)}\u00a0${half(minute)}`,
  hour: (minute) => `${hourOf(minute)}\u00a0${half(minute)}`,
  spoken: (minutes) => `${Math.floor(minutes / 60)} horas ${minutes % 60} minutos`,
  whichWay: '¿Hacia dónde da?',
  dial: 'Orientación de la ventana',
  dialHelp:
    'Póngase adentro, mire derecho hacia afuera y gire el disco hacia ese lado. O toque una de las ocho direcciones.',
  compass: 'Apoye el teléfono contra el vidrio',
  compassHelp: 'Con la pantalla hacia usted; después toque. El acero cercano puede desviar la brújula 15 grados.',
  compassWaits: 'Sostenga el teléfono derecho contra el vidrio, con la espalda hacia afuera.',
  compassDone: (direction) => `La brújula dice ${direction}.`,
  compassNone: 'Este aparato no tiene una brújula que la página pueda leer. Gire el disco.',
  compassDenied: 'El teléfono no permitió usar su brújula. Gire el disco.',
  compassFlat: 'El teléfono está acostado. Sosténgalo derecho contra el vidrio y toque otra vez.',
  window: 'Ventana',
  windows: 'Ventanas',
  name: 'Nombre de la ventana',
  names: ['Sala', 'Recámara', 'Cocina', 'Comedor', 'Oficina', 'Puerta del patio'],
  add: 'Agregar una ventana',
  remove: 'Quitar esta ventana',
  overhang: 'Techo sobre ella',
  overhangs: { none: 'Ninguno', small: 'Alero, unos 2 pies', deep: 'Porche o lanai, 8 pies' },
  trees: 'Árboles y casas',
  treesWords: { open: 'Vista abierta', some: 'Algunos', shaded: 'Casi siempre sombra' },
  zip: 'Código postal',
  zipHelp: (city, region) =>
    `Las horas son de ${city}. En otros lugares de ${region} el sol llega unos minutos antes o después. Su código postal solo se usa al programar la cita.`,
  time: 'Hora del día',
  month: 'Mes',
  motor: 'Dejárselo a un motor',
  picture: (name, direction) => `${name}, desde adentro, mirando al ${direction}.`,
  at: (month, time) => `Mediados de ${month}, ${time}: `,
  night: 'el sol ya no está.',
  behind: 'el sol está detrás de la casa.',
  roof: 'el techo no deja que el sol llegue al vidrio.',
  hidden: 'el sol está detrás de los árboles.',
  grazes: 'el sol apenas roza el vidrio.',
  onGlass: (degrees) => `el sol da en el vidrio, a ${degrees}° de altura.`,
  shadeDown: 'La persiana está abajo.',
  found: (name) => `El sol en la ventana: ${name}`,
  foundNothing:
    'A esta ventana no le da el sol directo en ningún mes. Aquí una persiana es para la privacidad, no para el calor.',
  direct: 'Sol directo por mes',
  directHelp: 'En un día despejado a mediados de mes.',
  noSun: 'nada',
  mostLabel: 'Más sol directo',
  most: (month, long) => `${long} al día, en ${month}`,
  worstLabel: 'Las dos peores horas',
  worst: (from, until, month) => `de ${from} a ${until}, en ${month}`,
  motorLabel: 'Cuándo se movería un motor',
  motorMoves: (month, spans) => `En ${month}: ${spans}`,
  motorStays: (month) => `En ${month} no tiene nada que hacer.`,
  span: (from, until) => `baja a las ${from}, sube a las ${until}`,
  and: 'y',
  seasonLabel: 'Cuándo hace falta',
  season: (from, until) =>
    `Téngala puesta antes de ${from}. Desde entonces hasta ${until} le da el sol una hora al día o más.`,
  seasonOne: (month) => `Téngala puesta antes de ${month}, el único mes con una hora al día o más.`,
  seasonAll: 'Todo el año: cada mes tiene una hora al día o más.',
  seasonNone: 'Ningún mes llega a una hora al día. Deje esta ventana para el final.',
  helps: 'Qué ayuda aquí',
  shade: 'Una persiana enrollable',
  shadeLow: (degrees) =>
    `En la peor hora el sol está a solo ${degrees}° de altura y entra hasta el fondo. La persiana tiene que bajar del todo.`,
  shadeHigh: (degrees) =>
    `En la peor hora el sol está a ${degrees}° de altura. A media ventana ya lo quita del piso, y usted sigue viendo afuera.`,
  screen: 'Una malla solar',
  screenWords:
    'Quita el reflejo y la mayor parte del calor, y de día se ve hacia afuera. Por fuera del vidrio detiene más calor que por dentro. De noche se ve hacia adentro.',
  shutter: 'Una contraventana (shutter)',
  shutterLow:
    'Con las láminas hacia arriba se detiene un sol alto, pero este es bajo: hay que cerrarlas, y el cuarto queda más oscuro.',
  shutterHigh: 'Con las láminas hacia arriba este sol alto va al cielo raso, y siguen entrando luz y aire.',
  first: 'Las dos ventanas por donde empezar',
  firstOne: 'Agregue sus otras ventanas, hasta seis, y le decimos por cuáles dos empezar.',
  firstWhy: (long, month, worst) => `${long} al día en ${month}; lo peor ${worst}`,
  book: 'Programar cita con esto',
  print: 'Imprimir',
  share: 'La dirección de esta página guarda sus ventanas: guárdela o envíela.',
  how: 'Cómo lo sabemos.',
  howWords:
    'La posición del sol sale de las ecuaciones de la NOAA. El tiempo no cuenta: un día nublado tiene menos sol. Un techo cuenta cuando da sombra a tres cuartas partes del vidrio; «algunos» árboles tapan el sol por debajo de 15°, «casi siempre sombra» por debajo de 40°. En la visita medimos su propia ventana.',
  four: (city) => `Cuatro ventanas en ${city}`,
  fourFacts: ['Da al', 'Más sol directo', 'Dos peores horas'],
  fourNone: 'Casi nada',
  noteHead: 'El sol en mis ventanas:',
  noteSun: (long, month, worst) => `${long} de sol directo en ${month}, lo peor ${worst}`,
  noteNone: '0 min de sol directo',
  noteExtras: (overhang, trees) => `; techo: ${lower(overhang)}; árboles: ${lower(trees)}`,
  link: 'El sol en su ventana',
  invite: '¿Hacia dónde da su ventana?',
  inviteLink: 'Vea cuándo le da el sol.',
};

const two = (number: number) => String(number).padStart(2, '0');
const half = (minute: number) => (minute < 720 ? 'a.\u00a0m.' : 'p.\u00a0m.');
const hourOf = (minute: number) => Math.floor(minute / 60) % 12 || 12;
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const lower = (word: string) => word.charAt(0).toLowerCase() + word.slice(1);
