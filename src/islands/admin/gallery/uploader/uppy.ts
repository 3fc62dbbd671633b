import Uppy, { type Meta } from '@uppy/core';
import { isHeic } from '#browser/media-format';
import { MAX_GIF_BYTES, MAX_MEDIA_BYTES, mediaKinds } from '#contracts/media';
import type { OpenUploader } from '../gallery-admin.ts';
import type { MediaFile, MediaUppy, Stored } from './files.ts';

/** Other names of the same kinds. */
const ALSO: Record<string, readonly string[]> = { jpg: ['jpeg', 'jfif'], mp4: ['m4v'] };
/** Becomes a JPEG when it is chosen (`chosen.ts`). */
const HEIC = { extensions: ['.heic', '.heif'], types: ['image/heic', 'image/heif'] };
const EXTENSIONS = [
  ...Object.keys(mediaKinds).flatMap((kind) => [kind, ...(ALSO[kind] ?? [])].map((name) => `.${name}`)),
  ...HEIC.extensions,
];
/** A file goes by its extension or by its type; the server looks at the bytes. */
const FILE_TYPES = [...EXTENSIONS, ...Object.values(mediaKinds), 'video/x-m4v', ...HEIC.types];
const hasExtension = (name: string) => EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension));
const MAX_FILES = { create: 10, replace: 1 };
/** ms */
export const NOTICE_FOR = 5000;
/** ms, to read another file's name. */
const NOTICE_FOR_NAME = 500;

type Descriptors = Parameters<MediaUppy['addFiles']>[0];

/**
 * Uppy, but its offline notice stays while that is true, and files without a name's extension and a type go by their
 * bytes. Uppy would remove the notice by the next timer.
 */
class OurUppy extends Uppy<Meta, Stored> {
  override addFiles(files: Descriptors): void {
    if (!files.some(isUntyped)) super.addFiles(files);
    else void typedByBytes(files).then((typed) => super.addFiles(typed));
  }

  override info(...[message, type, duration]: Parameters<Uppy['info']>): void {
    if (message === this.i18n('noInternetConnection')) {
      this.setState({ info: [...this.timed(), { type: 'error', message, details: null }] });
      this.emit('info-visible');
    } else super.info(message, type, duration);
  }

  /** `refusalOf` asks. A yes here would be told by Uppy too, beside our notice. */
  override checkIfFileAlreadyExists(): boolean {
    return false;
  }

  /** Removes the oldest timed notice. */
  override hideInfo(): void {
    const [oldest] = this.timed();
    this.setState({ info: this.getState().info.filter((notice) => notice !== oldest) });
    this.emit('info-hidden');
  }

  endOffline(): void {
    this.setState({ info: this.timed() });
  }

  private timed() {
    return this.getState().info.filter(({ message }) => message !== this.i18n('noInternetConnection'));
  }
}

const isUntyped = ({ name, type }: Descriptors[number]) =>
  !hasExtension(name ?? '') && (!type || type === 'application/octet-stream');

function typedByBytes(files: Descriptors): Promise<Descriptors> {
  return Promise.all(
    files.map(async (file) => {
      const isPicture = isUntyped(file) && file.data instanceof Blob && (await isHeic(file.data).catch(() => false));
      return isPicture ? { ...file, type: 'image/heic' } : file;
    }),
  );
}

interface Refusal {
  /** All files of one kind have one notice. */
  readonly kind: string;
  readonly sentence: string;
  readonly remedy?: string;
}

/** `files` are those that were taken, also of the same choice. */
function refusalOf(uppy: MediaUppy, file: MediaFile, files: Record<string, MediaFile>, max: number): Refusal | null {
  const { name, type, size } = file;
  const isGif = type === 'image/gif';
  const isTaken = hasExtension(name) || FILE_TYPES.includes(type.replace(/;.*/, ''));
  if (Object.hasOwn(files, file.id)) {
    const sentence = uppy.i18n('noDuplicates', { fileName: name });
    return { kind: 'duplicate', sentence };
  }
  if (!isTaken) {
    const sentence = uppy.i18n('youCanOnlyUploadFileTypes', { types: EXTENSIONS.join(', ') });
    return { kind: 'type', sentence, remedy: 'Save it as one of these first.' };
  }
  if (size === 0) return { kind: 'empty', sentence: `${name} is empty`, remedy: 'Copy it to this device again.' };
  if ((size ?? 0) > (isGif ? MAX_GIF_BYTES : MAX_MEDIA_BYTES)) {
    const sentence = uppy.i18n('exceedsSize', { file: name, size: isGif ? '15 MB' : '50 MB' });
    return { kind: isGif ? 'gif-size' : 'size', sentence, remedy: 'Make it smaller or shorter first.' };
  }
  if (Object.keys(files).length < max) return null;
  const sentence = uppy.i18n('youCanOnlyUploadX', { smart_count: max });
  return { kind: 'count', sentence, remedy: max === 1 ? 'Remove the other one first.' : 'Upload these first.' };
}

/** Names all refused files of a choice. Uppy names four at most, and not those of a wrong type. */
function namesRefused(uppy: MediaUppy): (refusal: Refusal, name: string) => void {
  const refused = new Map<string, Refusal & { names: string[] }>();

  function tell(): void {
    for (const { sentence, remedy, names } of refused.values()) {
      const areNamed = names.every((name) => sentence.includes(name));
      const list = areNamed ? '' : `${remedy ? '' : '.'} Not added: ${names.join(', ')}`;
      const words = `${sentence}${remedy ? `. ${remedy}` : ''}${list}`;
      uppy.info(words, 'error', NOTICE_FOR + names.length * NOTICE_FOR_NAME);
    }
    refused.clear();
  }

  return (refusal, name) => {
    if (refused.size === 0) queueMicrotask(tell);
    const { names } = refused.get(refusal.kind) ?? { names: [] };
    refused.set(refusal.kind, { ...refusal, ...refused.get(refusal.kind), names: [...names, name] });
  };
}

export function createUppy(purpose: OpenUploader['purpose']): MediaUppy {
  const uppy = new OurUppy({
    id: `uploader-${purpose}`,
    infoTimeout: NOTICE_FOR,
    restrictions: {
      maxFileSize: MAX_MEDIA_BYTES,
      maxNumberOfFiles: MAX_FILES[purpose],
      allowedFileTypes: FILE_TYPES,
    },
    onBeforeFileAdded(file, files) {
      const refusal = refusalOf(uppy, file, files, MAX_FILES[purpose]);
      if (refusal) refuse(refusal, file.name);
      return refusal === null;
    },
  });
  const refuse = namesRefused(uppy);
  uppy.on('is-online', () => uppy.endOffline());
  return uppy;
}
