import { offersTexts } from '#lib/offers-texts';

/** The services that this build uses. Pages name them: `{if texts}…{else}…{end}`. */
export const services = {
  analytics: Boolean(import.meta.env.PUBLIC_GA_ID),
  google: Boolean(process.env['GOOGLE_CALENDAR_ID']),
  crm: Boolean(process.env['LEADS_WEBHOOK_URL']),
  push: Boolean(process.env['VAPID_PUBLIC_KEY']),
  reminders: process.env['REMINDERS'] !== 'off',
  texts: offersTexts,
};
