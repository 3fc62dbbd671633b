import { categoryLabels, type GalleryCategory } from '#contracts/gallery';

/** The categories, as a select shows them. */
export const categoryOptions = Object.entries(categoryLabels).map(([value, label]) => ({ value, label }));

export const isCategory = (value: string): value is GalleryCategory => Object.hasOwn(categoryLabels, value);
