import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { GalleryList, type NewGalleryItem } from '#contracts/gallery';
import { UploadAnswer, UploadGrant } from '#contracts/media';
import { localAdmin } from '#local/admin';
import { loadFunctions } from '#local/function-module';
import { type Functions, serveFunctions } from '#local/functions';
import { readAccess } from '#server/auth/access';
import { ownerUnder, startSession } from '#server/auth/session';
import { loadEnv } from '#server/env';
import { openStore } from '#server/storage/stores';
import { root } from '../command.ts';
import { type DemoPiece, demoPieces } from './demo.ts';

const origin = 'http://localhost';

type Ask = (method: string, address: string, body?: object | Uint8Array<ArrayBuffer>) => Promise<unknown>;

/** Runs `seedGallery` for a local data folder. From then on the functions use that folder. */
export async function seedStore(dataDir: string, count?: number): Promise<number> {
  const admin = await localAdmin(dataDir, loadEnv(process.env));
  Object.assign(process.env, { DATA_DIR: dataDir, ...admin.env });
  const access = readAccess(admin.env);
  if (!access) throw new Error('The sign-in is not set up');
  const auth = openStore('auth', { context: 'dev', dataDir });
  return await seedGallery(await startSession(auth, ownerUnder(access), Date.now()), count);
}

/**
 * Adds `count` items to an empty gallery by the API, repeating the pieces if needed. Resolves to the number of new
 * items. Functions read the store and the sign-in from the environment.
 */
async function seedGallery(token: string, count = demoPieces.length): Promise<number> {
  const ask = owner(serveFunctions(await loadFunctions(path.join(root, 'netlify/functions'))), token);
  const present = GalleryList.parse(await ask('GET', '/api/gallery/all'));
  if (present.length > 0) return 0;
  const pieces = Array.from({ length: Math.ceil(count / demoPieces.length) }, () => demoPieces).flat();
  for (const [index, piece] of pieces.slice(0, count).entries()) {
    await ask('POST', '/api/gallery', { ...(await uploaded(ask, piece)), displayOrder: index });
  }
  return count;
}

function owner(functions: Functions, token: string): Ask {
  return async (method, address, body) => {
    const headers = new Headers({ cookie: `session=${token}` });
    const isBytes = body instanceof Uint8Array;
    if (body && !isBytes) headers.set('content-type', 'application/json');
    const sent = isBytes ? body : JSON.stringify(body);
    const request = new Request(new URL(address, origin), { method, headers, body: sent ?? null });
    const answer = await functions.answer(request, { ip: '127.0.0.1' });
    if (!answer?.ok) throw new Error(`${method} ${address} answered ${answer?.status}: ${await answer?.text()}`);
    return await answer.json();
  };
}

async function uploaded(ask: Ask, { file, poster, title, description, alt, category }: DemoPiece) {
  const picture = await readFile(assetOf(poster ?? file));
  const { width, height } = await sharp(picture).metadata();
  return {
    title,
    description,
    alt,
    category,
    mediaType: poster === undefined ? 'image' : 'video',
    mediaUrl: await upload(ask, await readFile(assetOf(file))),
    ...(poster !== undefined && { posterUrl: await upload(ask, picture) }),
    width,
    height,
    placeholder: await placeholderOf(picture),
    isPublished: true,
  } satisfies NewGalleryItem;
}

function assetOf(file: string): string {
  return path.join(root, 'src/assets', file);
}

async function upload(ask: Ask, file: Buffer): Promise<string> {
  const { uploadURL } = UploadGrant.parse(await ask('POST', '/api/objects/upload'));
  return UploadAnswer.parse(await ask('PUT', uploadURL, Uint8Array.from(file))).mediaUrl;
}

const PLACEHOLDER_WIDTH = 16;

async function placeholderOf(picture: Buffer): Promise<string> {
  const tiny = await sharp(picture).resize({ width: PLACEHOLDER_WIDTH }).webp({ quality: 40 }).toBuffer();
  return `data:image/webp;base64,${tiny.toString('base64')}`;
}
