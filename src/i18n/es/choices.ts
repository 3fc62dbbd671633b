import type * as en from '../en/choices.ts';
import type { Translated } from '../language.ts';

export const review = 'unreviewed';

const areas: Readonly<Record<string, string>> = {
  'Orlando Area': 'Zona de Orlando',
  'Central Florida': 'Florida Central',
};

export const choices: Translated<typeof en.choices> = {
  services: {
    'Motorized Shades': 'Persianas enrollables motorizadas',
    'Motorized Blinds': 'Persianas de láminas motorizadas',
    'Motorized Shutters': 'Contraventanas motorizadas',
    'Motorized Drapery': 'Cortinas motorizadas',
    'Commercial Treatments': 'Ventanas de negocios y oficinas',
    'Not Sure - Need Advice': 'Todavía no sé: necesito orientación',
    'General Inquiry': 'Consulta general',
  },
  contacts: { phone: 'Por teléfono', email: 'Por correo electrónico', text: 'Por mensaje de texto' },
  city: (name) => areas[name] ?? name.replace(/^(.+) County$/, 'Condado de $1'),
};
