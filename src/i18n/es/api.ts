import type * as en from '../en/api.ts';
import type { Translated } from '../language.ts';
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
