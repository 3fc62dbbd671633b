import type { APIRoute } from 'astro';
import { colors } from '#business';
import { iconOf } from '#build/mark';

export const GET: APIRoute = async () => {
  const picture = await iconOf({ size: 180, share: 0.58, color: colors.lagoon, ground: colors.paper });
  return new Response(picture, { headers: { 'content-type': 'image/png' } });
};
