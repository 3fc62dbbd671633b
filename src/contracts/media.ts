import * as z from 'zod/mini';
import { MEDIA_URL } from './gallery-enums.ts';
import type { Rule } from './problem.ts';

export { type MediaExtension, mediaKinds } from './gallery-enums.ts';

export const MAX_MEDIA_BYTES = 52_428_800;
/** 15 MB. A GIF is not resized before the upload. */
export const MAX_GIF_BYTES = 15_728_640;
/** Larger files are sent in parts of this many bytes: a function's request has a limit. */
export const PART_BYTES = 4_194_304;

/** The address of an uploaded object: `/media/<id>.<extension>`, on our own origin. */
export const MediaUrl = z.string('upload' satisfies Rule).check(z.regex(MEDIA_URL, 'upload' satisfies Rule));
export type MediaUrl = z.infer<typeof MediaUrl>;

/**
 * `POST /api/objects/upload`. A file is one PUT to `uploadURL`, or a PUT for each part of `partSize` bytes, in any
 * order, with `Content-Range: bytes a-b/total`.
 */
export const UploadGrant = z.object({ uploadURL: z.string(), partSize: z.number() });
export type UploadGrant = z.infer<typeof UploadGrant>;

/** The answer to the last missing PUT: 200. */
export const UploadAnswer = z.object({ mediaUrl: MediaUrl });
export type UploadAnswer = z.infer<typeof UploadAnswer>;

/** The answer while parts are missing: 202. In bytes. */
export const UploadProgress = z.object({ received: z.number(), total: z.number() });
export type UploadProgress = z.infer<typeof UploadProgress>;
