import type { MediaUppy } from './kinds.ts';

/** Resolves while the file is not paused, at once or when it is resumed; also when it is removed. */
export function untilResumed(uppy: MediaUppy, id: string): Promise<void> {
  const isPaused = () => uppy.getFile(id)?.isPaused ?? false;
  return new Promise((resumed) => {
    const look = () => {
      if (isPaused()) return;
      uppy.off('state-update', look);
      resumed();
    };
    uppy.on('state-update', look);
    look();
  });
}
