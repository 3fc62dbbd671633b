import type * as en from '../en/api.ts';
import type { Translated } from '../language.ts';
import { ownerRules } from './owner-rules.ts';
import { zipAreas } from './rules.ts';

export const review = 'unreviewed';

export const refusals: Translated<typeof en.refusals> = {
  check: 'Por favor, revise lo que envió',
  method: ({ methods }) => `Por favor, use ${methods} aquí`,
  json: 'Por favor, envíe un JSON válido',
  type: ({ type }) => `Por favor, envíe la solicitud como ${type}`,
  size: ({ kilobytes }) => `Por favor, envíe ${kilobytes} kB como máximo`,
  utf8: 'Por favor, envíe el texto en UTF-8',
  bodyCut: 'La solicitud no llegó completa. Por favor, envíela de nuevo.',
  foreign: 'Por favor, envíe la solicitud desde nuestro propio sitio web',
  tooMany: ({ phone }) =>
    `Hay demasiadas solicitudes desde su red. Por favor, intente de nuevo en unos minutos o llame al ${phone}.`,
  ourSide: ({ phone }) => `Algo falló de nuestro lado. Por favor, intente de nuevo en un momento o llame al ${phone}.`,
  nothing: 'No hay nada en esta dirección',
  noFile: 'Ese archivo no existe',
  rangeBeyond: 'El archivo termina antes de esa parte',
  onlyRanges: 'Por favor, pida este archivo por partes: es demasiado grande para una sola respuesta',
  calendarUnavailable: 'Nuestro calendario no respondió. Por favor, intente de nuevo en un momento.',

  notServed: zipAreas.notServed,
  unknown: 'No encontramos su solicitud. Por favor, escriba sus datos otra vez.',
  taken: 'Alguien acaba de reservar esa hora. Por favor, elija otra.',
  closed: 'Esa hora ya no está disponible. Por favor, elija otra.',
  unconfirmed: 'No pudimos confirmar esa hora. Por favor, presione «Confirmar cita» otra vez.',
  refused: ({ phone }) => `Nuestro calendario no aceptó la visita. Por favor, llame al ${phone}: tenemos su solicitud.`,
  superseded: 'Usted pidió otra hora después de esa. Por favor, elija de nuevo.',
  ended: ({ phone }) =>
    `Con esta solicitud ya no se puede reservar una hora. Por favor, llame al ${phone} y buscaremos una juntos.`,
  hasVisit: ({ phone }) =>
    `Usted ya tiene una visita con nosotros. Para cambiarla, abra el enlace de nuestro correo o llame al ${phone}.`,
  movedOften: ({ phone }) =>
    `Esta visita ya se cambió todas las veces que se puede aquí. Para cambiarla otra vez, por favor llame al ${phone}.`,
  notMovable: ({ phone }) => `Para cambiar esta visita, por favor llame al ${phone}.`,
  stale: 'La visita cambió desde que usted la abrió. Por favor, mírela de nuevo.',
  full: ({ visits, phone }) =>
    `Usted ya tiene ${visits} visitas con nosotros. Para una más, o si estas no son suyas, por favor llame al ${phone}: tenemos su solicitud.`,
  networkFull: ({ visits, phone }) =>
    `Desde su red ya se reservaron ${visits} visitas. Por favor, llame al ${phone} para elegir una hora: tenemos su solicitud.`,
  callFirst: ({ phone }) =>
    `Esta hora todavía no está reservada: en este momento muchas personas piden visitas. Tenemos su solicitud y nos comunicaremos con usted para elegir una hora. Para elegirla ahora mismo, por favor llame al ${phone}.`,
  unconfirmedChange: 'No pudimos confirmar su cambio. Por favor, presione el botón otra vez.',
  begun: ({ phone }) => `Esta visita ya empezó. Para cambiar algo, por favor llame al ${phone}.`,
  cancelled: 'Esta visita fue cancelada, así que no se puede cambiar de hora.',
  changed: ({ phone }) => `Nosotros cambiamos esta visita después. Para cambiar la hora, por favor llame al ${phone}.`,
  none: 'No hay ninguna visita que cancelar.',
  cancelledSince: 'Esta visita fue cancelada, así que sus notas no se guardaron.',
  movedSince: ({ phone }) =>
    `Nosotros cambiamos esta visita después, así que sus notas no se guardaron. Por favor, llame al ${phone}.`,
  notBooked: 'Por ahora no hay ninguna visita reservada para esta solicitud.',
  lost: 'No encontramos esta visita. Por favor, abra su enlace una vez más.',
  picturesNone: 'Por favor, elija primero una foto.',
  picturesClosed: ({ phone }) =>
    `Se pueden enviar fotos mientras hay una visita reservada que no ha empezado. Por favor, llame al ${phone}.`,
  picturesSize: ({ megabytes }) =>
    `Son más de ${megabytes} MB a la vez. Por favor, envíe las fotos una por una, y una captura de pantalla de la que sea más grande.`,
  picturesFull: ({ max }) => `Hay ${max} fotos, las que podemos guardar. Por favor, quite una para agregar otra.`,
  pictureKind: ({ name }) =>
    `No podemos leer «${name}» como foto. Por favor, envíela como JPEG o envíe una captura de pantalla.`,
};

export const ownerRefusals: Translated<typeof en.ownerRefusals> = {
  ...refusals,
  signIn: 'Inicie sesión',
  signInUnset: 'El inicio de sesión no está configurado. «¿Primera vez, u olvidó la contraseña?» en /login dice cómo.',
  setupLink: ownerRules.setupLink,
  forOwner: 'Esto es solo para el dueño.',
  forOffice: 'Esto es para el dueño y la oficina.',
  roleUnknown: 'Este sitio web todavía no conoce su función. Pregunte al dueño.',
  passkeyUnknown:
    'Esta llave de acceso no abre este sitio web. Puede que la hayan quitado, o tardó demasiado: intente de nuevo.',
  passkeyNotAdded: 'No se pudo agregar la llave de acceso: ya está, o tardó demasiado. Intente de nuevo.',
  invitation: ownerRules.invitation,
  noPerson: 'Aquí ya no hay nadie con ese nombre.',
  personVisits: ({ visits }) =>
    `${visits === 1 ? 'Todavía queda 1 visita' : `Todavía quedan ${visits} visitas`} por hacer. Pásela${visits === 1 ? '' : 's'} antes a otra persona.`,
  signInGiven:
    'Quien cuida el sitio web pone la contraseña: ADMIN_PASSWORD_HASH, o npm run owner:reset en su propia computadora.',
  credentials: 'Usuario o contraseña incorrectos',
  signedOutHere: ({ stays }) =>
    `La sesión se cerró en este navegador. Nuestro servidor no pudo guardarlo, así que una copia de esta sesión en otro lugar todavía sirve hasta por ${stays ? '30 días después de su último uso' : '12 horas'}.`,
  tooManyAttempts: ({ minutes }) =>
    `Demasiados intentos. Intente de nuevo en ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`,

  subscription: ownerRules.subscription,
  tooManyDevices: 'Hay demasiados dispositivos. Quite uno primero.',
  noDevice: 'Ese dispositivo no existe. Puede que se haya quitado.',
  deviceEnded: 'Este dispositivo ya no recibe avisos y se quitó. Actívelos allí de nuevo.',
  pushFailed: 'No se pudo enviar el aviso. Intente de nuevo en un momento.',
  pushUnset: 'Los avisos todavía no están configurados. Presione Configurar y después Avisos.',
  setByHost: 'Esto se fija donde está alojado el sitio, y se cambia allí.',
  noBackup: 'Esa copia de seguridad no existe. Solo se guardan las últimas 14.',
  noFeed: 'No hay ningún calendario en esta dirección. Puede que su dueño la haya cambiado.',
  notAnswering: ({ checks }) => `No responde: ${checks}.`,
  someUnreadable: ({ count }) =>
    `${count} ${count === 1 ? 'registro dañado' : 'registros dañados'}. Inicie sesión y abra esta dirección de nuevo para ver cuáles.`,
  restoring: ({ backup }) =>
    `La restauración de la copia de seguridad del ${backup} no ha terminado. Ponga de nuevo el mismo archivo.`,
  unreadable: ({ records }) => `Dañados: ${records}.`,

  changedSince: 'Esto cambió desde que usted lo abrió. Elija qué conservar.',

  noHoliday: 'Ese día no es feriado.',
  hoursChanged: 'Este horario se cambió en otro dispositivo. Cargue la página de nuevo.',
  dayOver: 'Elija un día que no haya pasado',
  tooManyAway: 'Hay demasiados tiempos fuera. Quite algunos primero.',
  noAway: 'Ese tiempo fuera no existe.',

  noItem: 'Esa foto o ese video no existe. Puede que se haya borrado.',
  noGrant: 'Pida primero una dirección para subir',
  grantForged: 'Esta dirección para subir no es válida. Elija el archivo de nuevo.',
  grantSpent: 'La solicitud venció. Elija el archivo de nuevo.',
  fileCut: 'El archivo no llegó completo. Envíelo de nuevo.',
  fileEmpty: 'El archivo está vacío',
  partLength: 'La parte no tiene el largo que dice su Content-Range. Envíela de nuevo.',
  contentRange: 'Envíe Content-Range así: bytes first-last/total',
  parts: ({ bytes }) => `Envíe partes de ${bytes} bytes, la última más corta`,
  onlyParts: ({ bytes }) => `Envíe un archivo más grande en partes de ${bytes} bytes`,
  fileType: 'Esto no es una foto JPEG, PNG, WebP, AVIF o GIF ni un video MP4, WebM, MOV o AVI',
  fileDamaged: 'Esta foto está dañada o contiene más de lo que muestra. Cargue la página de nuevo y elíjala otra vez.',
  fileSize: ({ megabytes }) => `Un archivo puede tener como máximo ${megabytes} MB`,
  gifSize: ({ megabytes }) => `Un GIF puede tener como máximo ${megabytes} MB`,
  pictureSize: ({ megapixels, edge }) =>
    `Una foto puede tener como máximo ${megapixels} megapíxeles y ${edge} píxeles por lado`,
  filmPosition:
    'Este video contiene más que imagen y sonido, y puede decir dónde se grabó. Cargue la página de nuevo y elíjalo otra vez.',

  noLead: 'Ese cliente no existe. Puede que se haya quitado.',
  overpaid: 'Eso es más que el monto de la venta. Corrija uno de los dos.',
  notesFull: ({ max }) => `Este cliente tiene ${max} notas, las que caben.`,
  noVisitThen: 'Ninguna visita de este cliente empezó a esa hora. Mírelo de nuevo.',
  noVisitToday: 'Esta visita ya no es hoy. Cargue la página de nuevo.',
  visitAhead: 'Esta visita todavía no ha empezado.',
  visitorTold: 'Eso fue hace más de un minuto: puede que el visitante ya lo sepa. Llame.',
  undoGone: 'Eso cambió después, así que no se deshizo nada. Mírelo de nuevo.',
  leadStale: 'La visita cambió desde que usted la abrió. Mírela de nuevo.',
  leadBegun: 'Esta visita ya empezó. Para otra, agregue un cliente.',
  leadTaken: 'Esa hora se acaba de ocupar. Elija otra.',
  leadOverlaps: 'Esa hora no está libre.',
  leadPast: 'Esa hora ya pasó. Elija una por venir.',
  leadFar: 'Elija una hora en los próximos dos años.',
  leadSuperseded: 'El visitante acaba de cambiar la visita. Mírela de nuevo.',
  leadUnconfirmed: 'El calendario no confirmó la visita. Intente de nuevo.',
  leadRefused: 'El calendario no aceptó la visita. Revise su conexión.',
  textsStopped: 'No quiere más mensajes. Los recibe de nuevo si envía START al número de usted.',
  textsSince: 'Mientras tanto llegó otro mensaje. Léalo y después envíe el suyo.',
  textsToRobot: 'Esta solicitud está marcada como de un robot. Diga primero que es de una persona.',
  textsNotAgreed: 'No hay permiso para enviar mensajes a este número. Llame.',
  leadEnded: 'Para este cliente ya no se puede reservar. Agregue un cliente.',
  leadHasVisit: 'Este cliente ya tiene una visita.',
  leadMovedOften: 'Esta visita no se puede cambiar otra vez.',
  leadFull: 'Esta persona tiene demasiadas visitas.',
  visitToCome: 'Todavía hay una visita por venir. Cancélela primero.',
};
