import type * as en from '../en/rules.ts';
import type { Translated } from '../language.ts';

export const review = 'unreviewed';

export const rules: Translated<typeof en.rules> = {
  name: 'Por favor, escriba su nombre',
  phoneCharacters: 'Por favor, escriba un número de teléfono válido',
  phoneAbroad: 'Por favor, revise el número. Si es de otro país, empiece con + y el código del país',
  phoneLength: 'El número de teléfono debe tener al menos 10 dígitos',
  email: 'Por favor, escriba un correo electrónico válido',
  zipCode: 'Por favor, escriba un código postal válido',
  reachable: 'Por favor, denos un teléfono o un correo electrónico válido',
  textsPhone: 'Para los mensajes de texto necesitamos su número de celular',
  city: 'Por favor, elija su ciudad',
  service: 'Por favor, elija un servicio',
  contact: 'Por favor, elija cómo prefiere que le contactemos',
  language: 'Por favor, elija inglés o español',
  company: 'Por favor, deje vacío el campo de la empresa',
  text: 'Por favor, escriba un texto',
  tooLong: 'Por favor, use {max} caracteres como máximo',
  object: 'Por favor, envíe un objeto JSON',
  instant: 'Por favor, envíe la hora como un instante ISO 8601 en UTC',
  id: 'Por favor, envíe el identificador de su solicitud',
  time: 'Por favor, elija una hora',
  change: 'Por favor, elija una hora o cancele la visita',
  other: 'Este dato no es válido',
};

export const zipAreas: Translated<typeof en.zipAreas> = {
  callFirst: ({ zipCode, phone }) =>
    `Puede reservar. Primero le ${phone ? 'llamamos' : 'escribimos'} para confirmar, porque no siempre vamos a ${zipCode}.`,
  notServed: ({ zipCode, phone }) =>
    `${zipCode} está fuera de la zona que visitamos: llámenos al ${phone} o pida que le llamemos, y veremos qué podemos hacer.`,
};
