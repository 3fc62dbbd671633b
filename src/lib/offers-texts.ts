declare global {
  interface ImportMetaEnv {
    /** From astro.config.mjs. */
    readonly TEXTS?: string;
  }
}

/** Pages know the switch from their build; functions and scripts run outside of it. */
const texts = import.meta.env ? import.meta.env.TEXTS : process.env['TEXTS'];

/** Whether this site texts its visitors, so that its forms ask who agrees to that (docs/texts.md). */
export const offersTexts: boolean = texts === 'on' || texts === 'log';
