import * as z from 'zod/mini';

const state = z.enum(['ok', 'failing', 'off']);

/** `GET /api/ways`: mails to visitors, notifications on the owner's devices, and Google Calendar. `off`: not set up. */
export const Ways = z.object({ mail: state, push: state, calendar: state });
export type Ways = z.infer<typeof Ways>;
