import { isHeic } from './media-format.ts';

/** A chosen picture that was not sent, and why. */
export interface Unsent {
  readonly file: File;
  readonly error: unknown;
}

/**
 * Prepares pictures of windows as those of the gallery and sends each; one at a time, since a phone cannot hold ten large
 * unpacked pictures. One that this browser cannot read is sent as it is: the server then says what to do. `turn` hears the
 * number of each. Resolves to those that were not sent.
 */
export async function sendEach(
  files: readonly File[],
  send: (form: FormData) => Promise<void>,
  turn: (number: number) => void,
): Promise<Unsent[]> {
  const unsent: Unsent[] = [];
  for (const [index, file] of files.entries()) {
    turn(index + 1);
    try {
      const form = new FormData();
      form.append('pictures', await prepared(file).catch(() => file), file.name);
      await send(form);
    } catch (error) {
      unsent.push({ file, error });
    }
  }
  return unsent;
}

async function prepared(picture: File): Promise<Blob> {
  const { jpegOfHeic, preparePicture } = await import('./prepared-media.ts');
  return (await preparePicture((await isHeic(picture)) ? await jpegOfHeic(picture) : picture)).file;
}
