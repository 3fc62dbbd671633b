import type { Meta } from '@uppy/core';
import { h } from '@uppy/core/utils/preact';
import type Dashboard from '@uppy/dashboard';
import Webcam, { type WebcamOptions } from '@uppy/webcam';
import { say } from '#browser/say';
import type { MediaUppy, Stored } from './files.ts';

/** A file input opens the camera program of phones and tablets, which is better than a page's. */
export const hasCameraProgram = () => matchMedia('(hover: none) and (pointer: coarse)').matches;

/** Pictures and films by a laptop's camera. A recording ends before it exceeds a file's limit. */
export function addCameras(uppy: MediaUppy, target: typeof Dashboard<Meta, Stored>): void {
  const common = {
    target,
    // A mirrored preview of a window would look like a mistake.
    mirror: false,
    mobileNativeCamera: false,
    showVideoSourceDropdown: true,
    videoConstraints: { width: { ideal: 1920 }, height: { ideal: 1080 } },
  };
  const named = (id: string, title: string) => ({ id, locale: { strings: { ...words, pluginNameCamera: title } } });
  uppy.use(Camera, { ...common, ...named('TakePicture', say('Take Picture')), modes: ['picture'] });
  if (typeof MediaRecorder !== 'function') return;
  uppy.use(Camera, {
    ...common,
    ...named('RecordVideo', say('Record Video')),
    modes: ['video-audio'],
    showRecordingLength: true,
  });
}

const words = {
  allowAccessTitle: say('Please allow the camera'),
  allowAccessDescription: say('Your browser asks whether this page may use it.'),
  noCameraTitle: say('Looking for a camera'),
  noCameraDescription: say('Your browser may ask whether this page may use it.'),
  submitRecordedFile: say('Use it'),
  discardRecordedFile: say('Discard it'),
};

/** Uppy's webcam, with three repairs: it explains a missing picture, can be asked again, and leaves no camera on. */
class Camera extends Webcam<Meta, Stored> {
  /** The browser's last stream. Uppy forgets one that comes late, or while it asks for another. */
  #given: MediaStream | null = null;

  constructor(uppy: MediaUppy, options?: WebcamOptions<Meta, Stored>) {
    super(uppy, options);
    const getUserMedia = async (constraints: MediaStreamConstraints) => this.#give(await askFor(constraints));
    Object.assign(this, { mediaDevices: { enumerateDevices, getUserMedia }, supportsUserMedia: true });
    if (this.id === 'RecordVideo') Object.assign(this, { icon: filmIcon });
    // After a refusal Uppy has nothing to unmount, and would not ask again when the panel reopens.
    uppy.on('dashboard:close-panel', (id) => {
      if (id !== this.id) return;
      turnOff(this.#given);
      void this.stop().then(() => this.setPluginState({ cameraError: null, cameraReady: false }));
    });
  }

  /** Only one stream, and only while the panel is open. */
  #give(stream: MediaStream): MediaStream {
    turnOff(this.#given);
    this.#given = stream;
    if (!this.webcamActive) turnOff(stream);
    return stream;
  }

  override render() {
    const { cameraError } = this.getPluginState();
    if (!cameraError) return super.render();
    const askAgain = () => {
      this.setPluginState({ cameraError: null });
      void this.start();
    };
    return h('div', { className: 'grid max-w-104 justify-items-center gap-4 p-5 text-center leading-normal' }, [
      h('p', {}, cameraError.message),
      h('button', { type: 'button', className: 'uppy-u-reset uppy-c-btn uppy-c-btn-primary', onClick: askAgain }, [
        say('Try again'),
      ]),
    ]);
  }
}

/** Uppy's icon is a camera for pictures. */
const filmIcon = () =>
  h('svg', { 'aria-hidden': 'true', width: 32, height: 32, viewBox: '0 0 32 32' }, [
    h('path', {
      fill: '#ff675e',
      d: 'M8.5 10h11a2 2 0 0 1 2 2v2.3l4.5-3v9.4l-4.5-3V20a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2z',
    }),
  ]);

function turnOff(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

const enumerateDevices = async () => (await navigator.mediaDevices?.enumerateDevices()) ?? [];

/** Rejects with a sentence for the owner. */
async function askFor(constraints: MediaStreamConstraints): Promise<MediaStream> {
  try {
    return await open(constraints);
  } catch (cause) {
    throw new Error(reason(cause, Boolean(constraints.audio)), { cause });
  }
}

/** Without a microphone, films have no sound. */
async function open(constraints: MediaStreamConstraints): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia(constraints);
  } catch (error) {
    if (!constraints.audio || nameOf(error) !== 'NotFoundError') throw error;
    return await navigator.mediaDevices.getUserMedia({ ...constraints, audio: false });
  }
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '');

/** By the names of https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia */
function reason(error: unknown, withSound: boolean): string {
  switch (nameOf(error)) {
    case 'NotAllowedError':
      return withSound
        ? say('This page may not use the camera or the microphone. Allow it beside the address, then try again.')
        : say('This page may not use the camera. Allow it beside the address, then try again.');
    case 'NotFoundError':
      return say('There is no camera on this computer. Connect one, or choose files with My Device.');
    case 'NotReadableError':
      return withSound
        ? say('Another program is using the camera or the microphone. Close it, then try again.')
        : say('Another program is using the camera. Close it, then try again.');
    default:
      return say('This browser cannot use a camera here. Choose files with My Device.');
  }
}
