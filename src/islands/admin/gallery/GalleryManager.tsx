import { useStore } from '@nanostores/react';
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import { isLoadedAnew } from '#browser/load-anew';
import { say } from '#browser/say';
import { SelectField } from '#islands/ui/Field.tsx';
import { ErrorBoundary } from '#islands/ui/ErrorBoundary.tsx';
import { useHydrated } from '#islands/ui/hydration.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { PageToasts, SessionEnded } from '../sign-in/Session.tsx';
import { admin } from './gallery-admin.ts';
import { EditDialog } from './EditDialog.tsx';
import { ItemsRemoval, ItemsSection } from './Items.tsx';
import { categoryOptions } from './items.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { FailedUploads, Uploader } from './uploader/Uploader.tsx';
import './items.css';

/** All below the title of /admin/gallery. The built page shows the upload card and skeletons. */
export default function GalleryManager() {
  const isHydrated = useHydrated();
  const upload = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    void admin.start();
    if (isLoadedAnew() && upload.current) admin.openUploader('create', upload.current);
  }, []);
  return (
    <>
      <ErrorBoundary>
        <UploadCard button={upload} />
        <ItemsSection />
        {isHydrated && (
          <>
            <SelectionBar />
            <UploadBar button={upload} />
            <EditDialog />
            <ItemsRemoval />
            <Uploader />
          </>
        )}
      </ErrorBoundary>
      <PageToasts />
    </>
  );
}

function UploadCard({ button }: { button: RefObject<HTMLButtonElement | null> }) {
  const isHydrated = useHydrated();
  const category = useStore(admin.$defaultCategory, { ssr: 'initial' });
  return (
    <section
      className="panel mt-7 mb-stack grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] items-end gap-x-8 gap-y-5"
      aria-labelledby="upload-title"
    >
      <div>
        <h2 className="text-xl tracking-title" id="upload-title">
          {say('Upload New Items')}
        </h2>
        <p className="mt-1.5 text-sm text-soft">{say('They start unpublished. Review, then publish.')}</p>
      </div>
      <SelectField
        label={say('Default category')}
        name="default-category"
        value={category}
        onValue={admin.setDefaultCategory}
        options={categoryOptions}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <UploadButton ref={button} className="btn" disabled={!isHydrated} />
        <span className="mt-1.5 text-sm text-mute">{say('up to 10 at once')}</span>
      </div>
      <SessionEnded />
      <FailedUploads />
    </section>
  );
}

const UploadButton = (button: ComponentProps<'button'>) => (
  <button {...button} type="button" onClick={({ currentTarget }) => admin.openUploader('create', currentTarget)}>
    <Icon name="upload" />
    {say('Upload files')}
  </button>
);

/** On a phone: the same button under the thumb, once the card is out of sight and nothing is selected. */
function UploadBar({ button }: { button: RefObject<HTMLButtonElement | null> }) {
  const chosen = useStore(admin.$chosen);
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (!button.current) return;
    const observer = new IntersectionObserver(([entry]) => setAway(entry?.isIntersecting === false));
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [button]);
  if (!isAway || chosen.size > 0) return null;
  return (
    <div className="sticky bottom-[calc(var(--admin-nav,0px)+env(safe-area-inset-bottom))] z-20 mx-[calc(50%-50vw)] mt-8 border-t border-hairline bg-linen px-gutter py-2.5 min-[52rem]:hidden">
      <UploadButton className="btn btn-sm w-full" />
    </div>
  );
}
