import type * as en from '../en/confirm.ts';
import type { Translated } from '../language.ts';

export const review = 'unreviewed';

export const confirm: Translated<typeof en.confirm> = {
  text: 'Le confirmaremos por mensaje de texto al',
  email: 'Le confirmaremos por correo electrónico a',
  phone: 'Le confirmaremos por teléfono al',
  contact: 'Nos comunicaremos con usted al',
};
