import { atom } from 'nanostores';
import { type GalleryItem, galleryTextLimits, type MediaType, type NewGalleryItem } from '#contracts/gallery';
import { mediaKinds } from '#contracts/media';
import { say } from '#browser/say';
import { clearToast, showError, showSuccess } from '#islands/ui/Toasts.tsx';
import type { GalleryContext, Items } from './items.ts';

/** A file on the server, and its look as the browser measured it. */
export interface UploadedMedia
  extends Pick<NewGalleryItem, 'posterUrl' | 'width' | 'height' | 'placeholder' | 'hasLimitedPlayback'> {
  readonly mediaUrl: string;
  readonly mediaType: MediaType;
}

export interface UploadedFile {
  /** The name on the owner's device, or the owner's new name. */
  readonly name: string;
  readonly media: UploadedMedia;
}

const EXTENSION = /\.[^.]*$/;

/** By the extension, in any case; otherwise by the type. */
export function mediaTypeOf({ name, type }: { name: string; type: string }): MediaType {
  const extension = EXTENSION.exec(name)?.[0].slice(1).toLowerCase() ?? '';
  const kind = Object.entries(mediaKinds).find(([name]) => name === extension)?.[1] ?? type;
  return kind.startsWith('video/') ? 'video' : 'image';
}

/** The new item of an uploaded file: unpublished, with the file's name. `now` is local. */
export function newItemOf(fileName: string, media: UploadedMedia, category: string, now: Date): NewGalleryItem {
  return {
    title: (fileName.replace(EXTENSION, '').trim() || fileName).slice(0, galleryTextLimits.title),
    description: say('Uploaded on {date}', { date: now.toLocaleDateString() }),
    category,
    ...media,
    isPublished: false,
    displayOrder: 0,
  };
}

/** Names by a camera, a phone or a folder: one word with digits, or a device's word before a number. */
const FILE_NAME = [
  /^[\w.~+()-]*[\d_][\w.~+()-]*$/,
  /^[a-z]+(-[a-z]+)+$/,
  /^(img|image|photo|picture|video|screenshot|screen shot|whatsapp (image|video)|dsc|pxl|mov|scan|untitled)\b[\s\d.:_()-]*(at[\s\d.:_()apm-]*)?$/i,
];
const UPLOADED_ON = /^(Uploaded on|Subido el) \S+$/;

/** The texts that still come from the upload; null if the owner has edited them. */
export function unreadyTexts({
  title,
  description = '',
}: Pick<GalleryItem, 'title' | 'description'>): 'title' | 'description' | 'both' | null {
  const isFileName = FILE_NAME.some((shape) => shape.test(title));
  const isDateOnly = UPLOADED_ON.test(description);
  if (isFileName && isDateOnly) return 'both';
  if (isFileName) return 'title';
  return isDateOnly ? 'description' : null;
}

/** Makes one item for each file, in order, and goes on after a failure. `now` in ms since the epoch. */
export function createNewItems(
  { refresh }: Pick<Items, 'refresh'>,
  { api, session }: GalleryContext,
  now: () => number,
) {
  /** Items without a record whose files are uploaded. If `$making` is false, they have failed. */
  const $unsaved = atom<readonly NewGalleryItem[]>([]);
  const $making = atom(false);

  async function makeAll(items: readonly NewGalleryItem[]): Promise<void> {
    let made = 0;
    let serverMessage: string | undefined;
    $making.set(true);
    for (const item of items) {
      const outcome = await session.call(() => api.create(item));
      if (outcome.state === 'signed-out') break;
      if (outcome.state === 'failed') serverMessage ??= outcome.serverMessage;
      else {
        made += 1;
        $unsaved.set($unsaved.get().filter((one) => one !== item));
      }
    }
    $making.set(false);
    if (made === 0) return showError(serverMessage ?? say('Failed to create gallery item'));
    showSuccess(
      say('Upload Complete'),
      say('{count} file(s) uploaded successfully. Items created as unpublished - review and publish when ready.', {
        count: made,
      }),
    );
    await refresh();
  }

  return {
    $unsaved,
    $making,
    async make(files: readonly UploadedFile[], category: string): Promise<void> {
      if (files.length === 0) return;
      const items = files.map(({ name, media }) => newItemOf(name, media, category, new Date(now())));
      $unsaved.set([...$unsaved.get(), ...items]);
      await makeAll(items);
    },
    async tryAgain(): Promise<void> {
      if ($making.get()) return;
      clearToast();
      await makeAll($unsaved.get());
    },
    /** Restores the failed items of an earlier page. */
    resume: (unsaved: readonly NewGalleryItem[]) => $unsaved.set([...$unsaved.get(), ...unsaved]),
  };
}
