declare global {
  interface ImportMetaEnv {
    /** From astro.config.mjs. */
    readonly TEXTS?: string;
  }
}

/** Pages know the switch from their build; functions and scripts run outside of it. */
const texts = import.meta.env ? import.meta.env.TEXTS : process.env['TEXTS'];

/** Whether this site texts its visitors (docs/texts.md). */
export const sendsTexts: boolean = texts === 'on' || texts === 'log';

/** Whether its forms ask who agrees to that: also before the first text goes, since the carriers want to see the box. */
export const offersTexts: boolean = sendsTexts || texts === 'ask';
