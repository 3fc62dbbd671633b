import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { isGalleryCategory } from '#contracts/gallery';
import { useHydrated } from '#islands/ui/hydration.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { Toasts } from '#islands/ui/Toasts.tsx';
import { SessionEnded, showFlashMessage } from '../sign-in/Session.tsx';
import { admin } from './store.ts';
import { EditDialog } from './EditDialog.tsx';
import { ItemsSection, SelectionBar } from './Items.tsx';
import { categoryOptions } from './items.ts';
import { RemovalDialog } from './RemovalDialog.tsx';
import { FailedUploads, Uploader } from './uploader/Uploader.tsx';
import './gallery.css';

/** Everything under the title of /admin/gallery. As built it is the upload card and skeletons. */
export default function GalleryManager() {
  const isHydrated = useHydrated();
  useEffect(() => {
    void admin.start();
    showFlashMessage();
  }, []);
  return (
    <>
      <UploadCard />
      <ItemsSection />
      {isHydrated && (
        <>
          <SelectionBar />
          <EditDialog />
          <RemovalDialog />
          <Uploader />
          <Toasts clear />
        </>
      )}
    </>
  );
}

/** "Upload New Items": the category that they begin with, and the way to the uploader. */
function UploadCard() {
  const isHydrated = useHydrated();
  const category = useStore(admin.$defaultCategory, { ssr: 'initial' });
  return (
    <section
      className="panel mt-7 mb-stack grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] items-end gap-x-8 gap-y-5"
      aria-labelledby="upload-title"
    >
      <div>
        <h2 className="text-xl tracking-title" id="upload-title">
          Upload New Items
        </h2>
        <p className="mt-1.5 text-sm text-soft">They start unpublished. Review, then publish.</p>
      </div>
      <div className="field">
        <label htmlFor="default-category">Default category</label>
        <select
          className="input"
          id="default-category"
          value={category}
          onChange={({ target }) => isGalleryCategory(target.value) && admin.setDefaultCategory(target.value)}
        >
          {categoryOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <button
          className="btn"
          type="button"
          disabled={!isHydrated}
          onClick={({ currentTarget }) => admin.openUploader('create', currentTarget)}
        >
          <Icon name="upload" />
          Upload files
        </button>
        <span className="mt-1.5 text-sm text-mute">up to 10 at once</span>
      </div>
      <SessionEnded />
      <FailedUploads />
    </section>
  );
}
