import { expect, test } from 'vitest';
import { keywordOf } from './incoming.ts';

test.each([
  ['stop', ['STOP', 'stop.', 'Alto', '¡PARAR!', 'please stop', 'Opt-out', 'opt out', 'cancelar', 'Stop texting me']],
  ['again', ['START', 'Unstop']],
  ['yes', ['SÍ', 'si.']],
  ['help', ['HELP', 'info', 'Ayuda']],
  [null, ['Can you stop by on Friday?', 'please start', 'Sí, a las 4', 'I need help', '', 'stopped']],
] as const)('a text that asks for %s', (keyword, texts) => {
  for (const text of texts) expect(keywordOf(text), text).toBe(keyword);
});
