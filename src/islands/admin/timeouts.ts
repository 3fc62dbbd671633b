import { MINUTE } from '#lib/time/units';
/** ms. A slower read counts as failed: the page then offers Try again. */
export const READ_TIMEOUT = 20_000;
/** ms. Our functions live 60 s. */
export const CHANGE_TIMEOUT = MINUTE;
