import type { APIRoute } from 'astro';
import { business, colors } from '#business';
import { favicon } from '#build/mark';

const drawing = favicon(business.shortName, { light: colors.lagoon, dark: colors['lagoon-light'] });

export const GET: APIRoute = () => new Response(drawing, { headers: { 'content-type': 'image/svg+xml' } });
