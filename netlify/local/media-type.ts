/** Types by file name extension: what a build of this site can hold. */
const types: Record<string, string> = {
  avi: 'video/x-msvideo',
  avif: 'image/avif',
  css: 'text/css',
  gif: 'image/gif',
  html: 'text/html',
  ico: 'image/x-icon',
  ics: 'text/calendar',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  map: 'application/json',
  md: 'text/markdown',
  mjs: 'text/javascript',
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webm: 'video/webm',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff: 'font/woff',
  woff2: 'font/woff2',
  xml: 'application/xml',
};

/** The `Content-Type` of a file by its name; text is UTF-8, as all of ours is. */
export function mediaType(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const type = types[extension] ?? 'application/octet-stream';
  return isCompressible(type) ? `${type}; charset=utf-8` : type;
}

/** Whether an answer of this type gets smaller by compression: pictures, films and fonts are compressed already. */
export function isCompressible(type: string | null): boolean {
  const essence = type?.split(';')[0]?.trim().toLowerCase() ?? '';
  return /^text\/|^application\/(json|xml|javascript)$|\+(json|xml)$/.test(essence);
}
