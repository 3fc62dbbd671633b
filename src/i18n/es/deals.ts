import type * as en from '../en/deals.ts';
import type { Translated } from '../language.ts';

export const review = 'unreviewed';

export const deals: Translated<typeof en.deals> = {
  claim: 'Aprovechar la oferta',
  notNow: 'Ahora no',
  close: 'Cerrar',
  ended: 'La oferta terminó',
  ran: (term) => `${/^\d/.test(term) ? 'Fue del' : 'Vigencia:'} ${term}`,
  coming: (term) => `Próximamente: ${term}`,
  schedule: 'Programar consulta',
  askForCurrent: 'Preguntar por ofertas actuales',
  current: 'ofertas actuales',
};
