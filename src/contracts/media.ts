import * as z from 'zod/mini';
import { MEDIA_URL } from './gallery-enums.ts';
import type { Rule } from './problem.ts';

export { type MediaExtension, mediaKinds } from './gallery-enums.ts';

/** The largest file, in bytes: 50 MB. */
export const MAX_MEDIA_BYTES = 52_428_800;
/** A GIF is sent as it is and cannot be made smaller: bytes. */
export const MAX_GIF_BYTES = 15_728_640;
/** A larger file goes in parts of this many bytes, the last one shorter: a function takes no larger body. */
export const PART_BYTES = 4_194_304;

/** The address of an uploaded object: `/media/<id>.<extension>`, on our own origin. */
export const MediaUrl = z.string('upload' satisfies Rule).check(z.regex(MEDIA_URL, 'upload' satisfies Rule));
export type MediaUrl = z.infer<typeof MediaUrl>;

/**
 * `POST /api/objects/upload`. A file of at most `partSize` bytes is one PUT to `uploadURL`; a larger one is a PUT for
 * each part, with `Content-Range: bytes a-b/total` where `a` is a multiple of `partSize`, in any order.
 */
export const UploadGrant = z.object({ uploadURL: z.string(), partSize: z.number() });
export type UploadGrant = z.infer<typeof UploadGrant>;

/** The answer to a PUT when the file is whole: 200. */
export const UploadAnswer = z.object({ mediaUrl: MediaUrl });
export type UploadAnswer = z.infer<typeof UploadAnswer>;

/** The answer to a part while others are missing: 202. Bytes received, of how many. */
export const UploadProgress = z.object({ received: z.number(), total: z.number() });
export type UploadProgress = z.infer<typeof UploadProgress>;
