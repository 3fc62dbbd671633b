import type { APIRoute } from 'astro';
import { colors } from '#business';
import { icoOf } from '#build/mark';

export const GET: APIRoute = async () =>
  new Response(await icoOf(colors.lagoon), { headers: { 'content-type': 'image/x-icon' } });
