import { isHeic, isMovingStill } from '#browser/media-format';
import { jpegOfHeic, lookAtFilm, type PlaybackProblem } from '#browser/prepared-media';
import { say } from '#browser/say';
import { mediaTypeOf } from '../new-items.ts';
import type { MediaFile, MediaUppy } from './files.ts';

/** ms. The owner may look elsewhere while it converts. */
const TO_READ = 15_000;
const onIphone = say('On an iPhone: Settings > Camera > Formats > Most Compatible');

/** What the owner should know before the upload. The file may go up all the same. */
const advice: Readonly<Record<PlaybackProblem | 'moving', string>> = {
  hevc: say(
    'Some browsers cannot play this video, since it is HEVC. {onIphone}, then record it again, or save it as an MP4 with H.264. You can still upload it.',
    { onIphone },
  ),
  'rare-codec': say(
    'Some browsers cannot play this video: it is AV1, H.264 with 10 bits, ProRes or the like. Save it as an MP4 with H.264 and 8 bits. You can still upload it.',
  ),
  'sound-only': say('There is no picture in this video, only sound. Choose another one. You can still upload it.'),
  unplayable: say(
    'This browser cannot play this video, so some visitors cannot either. Save it as an MP4 with H.264. You can still upload it.',
  ),
  moving: say(
    'This picture moves, and will stand still on the site. To keep the movement, save it as a GIF or a video.',
  ),
};

/**
 * Looks at each file when it is chosen: makes a JPEG of HEIC, and notes what the owner should know of the others. What it
 * returns waits until all chosen files have been looked at.
 */
export function lookAtChosen(uppy: MediaUppy): () => Promise<void> {
  let seen = Promise.resolve();

  async function look({ id }: MediaFile): Promise<void> {
    const file = uppy.getFile(id);
    if (!file || !(file.data instanceof Blob)) return;
    if (mediaTypeOf(file) === 'video') note(id, (await lookAtFilm(file.data)).problem);
    else if (await isHeic(file.data)) await convert(file, file.data);
    else if (await isMovingStill(file.data)) note(id, 'moving');
  }

  function note(id: string, found: keyof typeof advice | null): void {
    if (found && uppy.getFile(id)) uppy.setFileMeta(id, { advice: advice[found] });
  }

  async function convert(file: MediaFile, heic: Blob): Promise<void> {
    const { id, name } = file;
    uppy.emit('preprocess-progress', file, { mode: 'indeterminate', message: say('Converting {name}…', { name }) });
    try {
      const data = await jpegOfHeic(heic);
      if (!uppy.getFile(id)) return;
      uppy.setFileState(id, { data, size: data.size, type: data.type });
      uppy.emit('thumbnail:request', uppy.getFile(id));
    } catch {
      if (!uppy.getFile(id)) return;
      uppy.removeFile(id);
      const words = say('{name} could not be converted. Save it as a JPEG first. {onIphone}.', { name, onIphone });
      uppy.info(words, 'error', TO_READ);
    } finally {
      const present = uppy.getFile(id);
      if (present) uppy.emit('preprocess-complete', present);
    }
  }

  // One at a time: a phone cannot hold ten large unpacked pictures.
  uppy.on('file-added', (file) => {
    seen = seen.then(() => look(file)).catch(() => undefined);
  });
  return () => seen;
}
