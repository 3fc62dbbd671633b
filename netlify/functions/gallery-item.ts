import type { Config } from '@netlify/functions';
import { GalleryChange } from '#contracts/gallery';
import { changeItem, removeItem } from '#server/gallery/items';
import { adminAccepts, adminChanges } from '#server/http/admin';
import { endpoint } from '#server/http/endpoint';
import { itemAnswer, removalAnswer } from '#server/http/gallery-answer';

export default endpoint({
  PUT: adminAccepts(GalleryChange, async (change, call) =>
    itemAnswer(call, 200, await changeItem(call.services, call.params['id'] ?? '', change, call.services.now())),
  ),
  DELETE: adminChanges(async (call) => removalAnswer(call, await removeItem(call.services, call.params['id'] ?? ''))),
});

export const config: Config = { path: '/api/gallery/:id', excludedPath: '/api/gallery/all' };
