import type { Body, Meta, Uppy, UppyFile } from '@uppy/core';

/** What the server answers to a file. */
export interface Stored extends Body {
  readonly mediaUrl: string;
}

export type MediaUppy = Uppy<Meta, Stored>;
export type MediaFile = UppyFile<Meta, Stored>;
