import { labelsIn } from '#lib/range';

/** The gallery: its filters and states, and the lightbox. */
export const gallery = {
  filter: 'Filter by category',
  all: 'All',
  categories: labelsIn('en'),
  item: '1 item',
  items: (count: number) => `${count} items`,
  empty: 'No items found in this category',
  emptyWords: 'Have a treatment in mind? Ask us, and we will bring samples of it.',
  failed: 'The gallery could not be loaded.',
  failedWords: 'Please check your connection, or call us and we will show you our work in person.',
  tryAgain: 'Try again',
  broken: { sentence: 'This part of the page has stopped working. Please reload it.', reload: 'Reload' },
  video: 'Video: ',
  position: (index: number, count: number) => `${index} of ${count}`,
  previous: 'Previous',
  next: 'Next',
  close: 'Close',
  download: 'Download',
  unplayable: 'This video cannot be played here. Please check your connection, or try another browser.',
  ask: 'Ask about this',
};
