import type { Config } from '@netlify/functions';
import { listItems } from '#server/gallery/items';
import { adminReads } from '#server/http/admin';
import { json } from '#server/http/answers';
import { endpoint } from '#server/http/endpoint';

export default endpoint({
  GET: adminReads(async ({ services }) => json(200, await listItems(services.gallery))),
});

export const config: Config = { path: '/api/gallery/all' };
