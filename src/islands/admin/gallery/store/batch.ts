import { atom, type ReadableAtom } from 'nanostores';
import type { GalleryCategory, NewGalleryItem } from '#contracts/gallery';
import type { Items } from './items.ts';
import type { Surroundings } from './surroundings.ts';
import { newItemOf, type UploadedMedia } from './uploaded-media.ts';

export interface UploadedFile {
  /** As it is called on the owner's device, or as the owner has renamed it. */
  readonly name: string;
  readonly media: UploadedMedia;
}

/** The items that uploaded files become. */
export interface Batch {
  /** Items still to be made; their files are on the server already. When nothing is being made, these have failed. */
  readonly $unmade: ReadableAtom<readonly NewGalleryItem[]>;
  readonly $making: ReadableAtom<boolean>;
  make(files: readonly UploadedFile[], category: GalleryCategory): Promise<void>;
  tryAgain(): Promise<void>;
  /** Takes up what an earlier page could not make. */
  resume(unmade: readonly NewGalleryItem[]): void;
}

/** One item a file, in order; where one fails, the others are still made (specification, section 8). */
export function createBatch(
  { refresh }: Pick<Items, 'refresh'>,
  { api, session, now, tell }: Pick<Surroundings, 'api' | 'session' | 'now' | 'tell'>,
): Batch {
  const $unmade = atom<readonly NewGalleryItem[]>([]);
  const $making = atom(false);

  async function makeAll(wanted: readonly NewGalleryItem[]): Promise<void> {
    let made = 0;
    let said: string | undefined;
    $making.set(true);
    for (const item of wanted) {
      const outcome = await session.call(() => api.create(item));
      if (outcome.state === 'signed-out') break;
      if (outcome.state === 'failed') said ??= outcome.said;
      else {
        made += 1;
        $unmade.set($unmade.get().filter((one) => one !== item));
      }
    }
    $making.set(false);
    if (made > 0) tell.uploaded(made);
    else tell.createFailed(said);
    if (made > 0) await refresh();
  }

  return {
    $unmade,
    $making,
    async make(files, category) {
      if (files.length === 0) return;
      const wanted = files.map(({ name, media }) => newItemOf(name, media, category, now()));
      $unmade.set([...$unmade.get(), ...wanted]);
      await makeAll(wanted);
    },
    async tryAgain() {
      if ($making.get()) return;
      tell.trying();
      await makeAll($unmade.get());
    },
    resume: (unmade) => $unmade.set([...$unmade.get(), ...unmade]),
  };
}
