import { offersTexts } from '#lib/offers-texts';

/** What this very build uses, for the pages that say so: `{if texts}…{else}…{end}`. */
export const services = {
  analytics: Boolean(import.meta.env.PUBLIC_GA_ID),
  google: Boolean(process.env['GOOGLE_CALENDAR_ID']),
  crm: Boolean(process.env['LEADS_WEBHOOK_URL']),
  push: Boolean(process.env['VAPID_PUBLIC_KEY']),
  reminders: process.env['REMINDERS'] !== 'off',
  texts: offersTexts,
};
