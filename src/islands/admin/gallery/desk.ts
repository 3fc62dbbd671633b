import { createDesk } from './store.ts';
import { browser } from './store/browser.ts';
import type { Surroundings } from './store/surroundings.ts';
import { clearToast, showToast } from '#islands/ui/toasts.ts';

const succeed = (title: string, description?: string) =>
  showToast({ title, ...(description && { description }), tone: 'default' });
const fail = (description: string) => showToast({ title: 'Error', description, tone: 'destructive' });

/** What the owner is told (specification, section 8). */
const tell: Surroundings['tell'] = {
  trying: clearToast,
  titleMissing: () => fail('Please enter a title'),
  updated: (count) =>
    succeed(count === 1 ? 'Gallery item updated successfully' : `${count} gallery items updated successfully`),
  updateFailed: (said) => fail(said ?? 'Failed to update gallery item'),
  deleted: (count) =>
    succeed(count === 1 ? 'Gallery item deleted successfully' : `${count} gallery items deleted successfully`),
  deleteFailed: (said) => fail(said ?? 'Failed to delete gallery item'),
  uploaded: (count) =>
    succeed(
      'Upload Complete',
      `${count} file(s) uploaded successfully. Items created as unpublished - review and publish when ready.`,
    ),
  createFailed: (said) => fail(said ?? 'Failed to create gallery item'),
  mediaReplaced: () => succeed('New file uploaded successfully.'),
};

/** The gallery's manager of this page. */
export const desk = createDesk({ ...browser, tell }, () => sessionStorage);

/** Leaves for the sign-in page; where that fails, the owner is still signed in and must know. */
export async function logOut(): Promise<void> {
  const { state } = await browser.session.logOut();
  if (state === 'failed') fail('You could not be logged out. Please try again.');
}

export const uploaderFailed = () => fail('The uploader could not be loaded. Please try again.');
