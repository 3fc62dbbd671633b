import { browserEnvironment } from '#islands/ui/environment.ts';
import { clearToast, showToast } from '#islands/ui/Toasts.tsx';
import { session } from '../sign-in/session.ts';
import { createGalleryAdmin } from './store.ts';

const succeed = (title: string, description?: string) =>
  showToast({ title, ...(description && { description }), tone: 'default' });

export const showError = (description: string) => showToast({ title: 'Error', description, tone: 'destructive' });

/** The gallery's manager of this page, and what its owner is told. */
export const admin = createGalleryAdmin(browserEnvironment, session, {
  trying: clearToast,
  titleMissing: () => showError('Please enter a title'),
  updated: (count) =>
    succeed(count === 1 ? 'Gallery item updated successfully' : `${count} gallery items updated successfully`),
  updateFailed: (serverMessage) => showError(serverMessage ?? 'Failed to update gallery item'),
  deleted: (count) =>
    succeed(count === 1 ? 'Gallery item deleted successfully' : `${count} gallery items deleted successfully`),
  deleteFailed: (serverMessage) => showError(serverMessage ?? 'Failed to delete gallery item'),
  uploaded: (count) =>
    succeed(
      'Upload Complete',
      `${count} file(s) uploaded successfully. Items created as unpublished - review and publish when ready.`,
    ),
  createFailed: (serverMessage) => showError(serverMessage ?? 'Failed to create gallery item'),
  mediaReplaced: () => succeed('New file uploaded successfully.'),
});
