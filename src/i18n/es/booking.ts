import brand from '#brand/brand.json' with { type: 'json' };
import { zone } from './zone.ts';
import type * as en from '../en/booking.ts';
import type { Translated } from '../language.ts';

export { choices } from './choices.ts';
export { confirm } from './confirm.ts';
export { rules, zipAreas } from './rules.ts';
export const review = 'unreviewed';

export const booking: Translated<typeof en.booking> = {
  title: 'Programe su consulta gratis',
  close: 'Cerrar',
  talk: '¿Prefiere hablar?',
  steps: {
    initial: 'Vea nuestros horarios disponibles en unos segundos.',
    calendar: 'Elija la hora que más le convenga para su consulta.',
    details: 'Solo unos datos más para confirmar su cita.',
    confirmed: '¡Su consulta está programada!',
    elsewhere: 'Llámenos o envíenos su solicitud.',
  },
  again: {
    visit: (when) => `Usted tiene una visita el ${when}.`,
    question: '¿Quiere cambiarla, o reservar otra?',
    move: 'Cambiar la hora',
    book: 'Reservar otra',
    keep: 'No, dejar esta',
  },
  progress: (step, steps) => `Paso ${step} de ${steps}`,
  trust: {
    certified: 'Certificado',
    certifiedBriefly: (brand) => `Certificado por ${brand}`,
    stars: (rating) => `${rating} estrellas`,
    reply: (promise) => `Respuesta ${promise}`,
    free: 'Sin compromiso',
  },
  about: { Offer: 'Oferta', Product: 'Producto', Gallery: 'Galería' },
  zone: zone.short,
  zoneAfter: `, ${zone.es}`,
  optional: 'Opcional',
  toasts: { dismiss: 'Descartar', one: 'Aviso', all: 'Avisos ({hotkey})' },
  broken: {
    sentence: 'Esta parte de la página dejó de funcionar. Por favor, vuelva a cargarla.',
    reload: 'Volver a cargar',
  },
};

export const contact: Translated<typeof en.contact> = {
  name: 'Nombre',
  either: 'Teléfono o correo electrónico: con uno basta.',
  phone: 'Teléfono',
  email: 'Correo electrónico',
  zipCode: 'Código ZIP',
  reach: {
    '2027-04':
      'Si nos da un número, acepta llamadas y mensajes de texto sobre esta visita. La cantidad de mensajes varía. Pueden aplicarse cargos por mensajes y datos. Responda HELP si necesita ayuda. Responda STOP para no recibir más. Si le trajo un anuncio de Google, podemos decirle a Google que llevó a una visita o una venta. Nunca decimos quién es usted.',
    '2027-05':
      'Si nos da un número, acepta llamadas sobre esta visita. Solo le enviamos mensajes de texto si marca la casilla: sobre esta visita, por lo general de tres a seis. Pueden aplicarse cargos por mensajes y datos. Responda HELP si necesita ayuda. Responda STOP para no recibir más. Puede reservar sin mensajes. Si le trajo un anuncio de Google, podemos decirle a Google que llevó a una visita o una venta. Nunca decimos quién es usted.',
  },
  /** The box names who texts. */
  texts: `${brand.name} puede enviarme mensajes de texto sobre esta visita`,
  policy: 'Privacidad',
  terms: 'Términos',
  newTab: '(se abre en otra pestaña)',
  seeTimes: 'Ver horarios disponibles',
  company: 'Empresa, deje este campo vacío',
};

export const times: Translated<typeof en.times> = {
  loading: 'Buscando horarios disponibles',
  zone: `Todas las horas están en ${zone.es}.`,
  days: 'Días',
  byAppointment: 'Con cita',
  minutes: (minutes) => `${minutes} minutos`,
  back: 'Atrás',
  noGoodTime: '¿Ninguna le conviene?',
  failed:
    'En este momento no podemos consultar nuestro calendario. No se preocupe: de todos modos puede pedir una consulta y nos comunicaremos con usted para acordar la hora.',
  callbackInstead: 'Pedir que me llamen',
  none: 'Por ahora no hay horarios disponibles.',
  noneWords: (promise) => `Déjelo en nuestras manos: nos comunicaremos con usted ${promise} para encontrar uno.`,
  together: 'Buscaremos una hora juntos.',
  togetherWords: (promise) => `Nos comunicaremos con usted ${promise} para acordar la visita.`,
  usual: (hours) => `Solemos responder en ${hours === 1 ? 'una hora' : `${hours} horas`} o menos.`,
  callback: 'Pedir que me llamen',
  elsewhereWords: (promise) => `Le contestamos ${promise}.`,
  kept: 'Su solicitud no nos ha llegado. Queda guardada en este aparato y se envía cuando abra este sitio otra vez. O llámenos:',
  received: 'Tenemos su solicitud.',
  sending: 'Enviando...',
  sent: 'Enviada',
};

export const details: Translated<typeof en.details> = {
  yourTime: 'Su hora',
  gone: 'Ocupada',
  goneWords: 'Alguien acaba de reservar esa hora. Por favor, elija otra.',
  city: 'Ciudad',
  cityPrompt: 'Elija su ciudad',
  otherCity: 'Otra ciudad',
  cityName: 'Su localidad',
  service: 'Servicio',
  servicePrompt: 'Elija un servicio',
  address: 'Dirección',
  contact: 'Cómo prefiere que le contactemos',
  contactPrompt: 'Elija una forma de contacto',
  noEmail: 'Para el correo hace falta una dirección. Puede agregarla en el primer paso.',
  noPhone: 'Para llamadas y mensajes hace falta un teléfono. Puede agregarlo en el primer paso.',
  notes: 'Notas',
  notesHint: 'Código del portón, estacionamiento, ventanas muy altas',
  changeTime: 'Cambiar la hora',
  confirm: 'Confirmar cita',
  confirming: 'Confirmando...',
};

export const outcome: Translated<typeof en.outcome> = {
  done: '¡Consulta programada!',
  length: (minutes, city) => `${minutes} minutos, en su casa en ${city}`,
  invitation: (email) => `Le enviaremos una invitación de calendario a ${email}.`,
  error: 'Error',
  bookingError: 'No se pudo reservar',
  requestFailed: 'No se pudo enviar la solicitud',
  bookFailed: 'No se pudo reservar la hora',
  unanswered: 'No se pudo completar la reserva. Por favor, intente de nuevo.',
  callbackFailed: 'No se pudo enviar la solicitud. Por favor, intente de nuevo.',
};

export const answer: Translated<typeof en.answer> = {
  phone: (phone, when) => `Le llamaremos al ${phone}${when && ` ${when}`}.`,
  email: (email, when) => `Le escribiremos a ${email}${when && ` ${when}`}.`,
  day: (day) => `el ${day}`,
  noon: (day) => `a más tardar el ${day} al mediodía`,
  hour: (day, at) => `a más tardar el ${day} ${at}, ${zone.es}`,
};
