import { expect, test } from 'vitest';
import { isCourtesy, keywordOf } from './keywords.ts';

test.each([
  [
    'stop',
    [
      ...['STOP', 'stop.', 'Stop 🛑', 'STOPALL', 'stop all', 'Unsubscribe', 'CANCEL', 'end', 'Quit!', 'revoke'],
      ...['Opt-out', 'opt out', 'Please stop', 'STOP\n\nSent from my iPhone', 'Stop\n- Ann'],
      ...['Alto', '¡ALTO!', 'Baja', '¡PARAR!', 'cancelar', 'ALTO\nEnviado desde mi iPhone'],
    ],
  ],
  [
    'refusal',
    [
      ...['please stop texting me', 'Stop sending me messages', 'wrong number, remove me', 'Sorry, wrong number'],
      ...['Do not text me again', "Don't contact me", 'No more texts please', 'Take me off your list'],
      ...['leave me alone', 'Unsubscribe me please', 'please remove my number', 'opt me out'],
      ...['ya no me escriban', 'Por favor no me manden mensajes', 'Dejen de escribirme', 'Número equivocado'],
      ...['No más mensajes', 'Quítenme de la lista', 'no quiero más mensajes'],
    ],
  ],
  ['again', ['START', 'Unstop']],
  ['yes', ['SÍ', 'si.']],
  ['help', ['HELP', 'info', 'Ayuda']],
  [
    null,
    [
      ...["Don't cancel!", 'Stop by Tuesday?', 'Can you stop by, and message me first?', 'Cancel my visit', 'stopped'],
      ...['Can we cancel Thursday?', "Don't stop texting me updates", 'Is it at the end of the street?', 'I need help'],
      ...['I gave you the wrong number. It is 407-555-0100', 'Remove the old shades too?', 'You never text back', ''],
      ...['please start', 'Do not come before 9', 'Stop\nby on Friday'],
      ...['Cancelar mi cita', 'Quiero cancelar la visita', 'Baja las cortinas', 'Sí, a las 4', 'No puedo el martes'],
      ...['Le di un número equivocado, es 407-555-0100', 'No me llamen antes de las 9'],
    ],
  ],
] as const)('a text that says %s', (keyword, texts) => {
  for (const text of texts) expect(keywordOf(text), text).toBe(keyword);
});

test('a reaction, signs alone and thanks ask for nothing; what else is in a text does', () => {
  const courtesies = [
    'Liked “We come at 4”',
    'Le gustó "Sí"',
    'Loved an image: “Our work”',
    '👍',
    '!!',
    'Thanks!',
    'Muchas gracias',
  ];
  expect(courtesies.filter((text) => !isCourtesy(text))).toEqual([]);
  expect(['Thanks, at 4?', 'Liked it', 'Gracias, ¿a las 4?', 'Ok'].filter(isCourtesy)).toEqual([]);
});
