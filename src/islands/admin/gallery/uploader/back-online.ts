import type { MediaUppy } from './kinds.ts';

/** What failed for want of a connection goes on by itself when there is one again. */
export function retryWhenBackOnline(uppy: MediaUppy): void {
  const lost = new Set<string>();
  uppy.on('upload-error', (file, error) => {
    if (file && 'isNetworkError' in error) lost.add(file.id);
  });
  uppy.on('upload-success', (file) => void (file && lost.delete(file.id)));
  uppy.on('back-online', () => {
    const again = [...lost].filter((id) => uppy.getFile(id)?.error);
    lost.clear();
    for (const id of again) void uppy.retryUpload(id);
  });
}
