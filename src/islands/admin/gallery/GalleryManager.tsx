import { useStore } from '@nanostores/react';
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import { isLoadedAnew } from '#browser/load-anew';
import { say } from '#browser/say';
import { Options, SelectField } from '#islands/ui/Field.tsx';
import { ErrorBoundary } from '#islands/ui/ErrorBoundary.tsx';
import { useHydrated } from '#islands/ui/hydration.ts';
import { Icon, IconButton } from '#islands/ui/Icon.tsx';
import { PageToasts, SessionEnded } from '../sign-in/Session.tsx';
import { admin } from './gallery-admin.ts';
import { EditDialog } from './EditDialog.tsx';
import { ItemsRemoval, ItemsSection } from './Items.tsx';
import { categoryOptions } from './items.ts';
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

/** Actions for all chosen items. On a phone it stands above the pages' bar. */
function SelectionBar() {
  const chosen = useStore(admin.$chosen);
  if (chosen.size === 0) return null;
  return (
    <section
      className="selection night sticky bottom-[calc(var(--admin-nav,0px)+env(safe-area-inset-bottom))] z-20 mx-[calc(50%-50vw)] mt-8 border-t-4 border-lagoon-light"
      aria-label={say('Selection')}
    >
      <div className="wrap grid grid-cols-1 gap-2 py-2.5 sm:flex sm:min-h-18 sm:flex-wrap sm:items-center sm:gap-x-4">
        <div className="flex items-center gap-2 sm:contents">
          <p className="flex-none text-sm/[1.4] font-label tabular-nums" role="status">
            {say('{count} selected', { count: chosen.size })}
          </p>
          <CategorySelect />
          <IconButton
            className="sm:order-last [&:hover]:bg-night-line"
            icon="x"
            label={say('Clear selection')}
            onClick={admin.chooseNone}
          />
        </div>
        <div className="flex items-center gap-2 sm:contents">
          <button
            className="btn btn-sm max-sm:flex-1 max-sm:px-3 max-sm:[&_.icon]:hidden"
            type="button"
            onClick={() => void admin.setPublished(chosen, true)}
          >
            <Icon name="eye" />
            {say('Publish')}
          </button>
          <button
            className="btn btn-line btn-sm max-sm:flex-1 max-sm:px-3 max-sm:[&_.icon]:hidden"
            type="button"
            onClick={() => void admin.setPublished(chosen, false)}
          >
            <Icon name="eye-off" />
            {say('Unpublish')}
          </button>
          <button
            className="btn btn-line btn-sm max-sm:px-3 sm:ml-auto"
            type="button"
            onClick={({ currentTarget }) => admin.removal.ask(chosen, currentTarget)}
          >
            <Icon name="trash-2" />
            <span className="max-sm:sr-only">{say('Delete')}</span>
          </button>
        </div>
      </div>
    </section>
  );
}

/** Needs a button: arrow keys pass over other categories. */
function CategorySelect() {
  const [category, choose] = useState('');
  return (
    <form
      className="flex min-w-0 flex-1 gap-2 sm:flex-none"
      onSubmit={(event) => {
        event.preventDefault();
        if (category) void admin.setCategory(admin.$chosen.get(), category);
      }}
    >
      <select
        className="input min-h-11 w-auto min-w-0 flex-1 py-2 text-[1rem] text-ink"
        aria-label={say('Category of the selected items')}
        value={category}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{say('Category')}</option>
        <Options options={categoryOptions} />
      </select>
      <button className="btn btn-line btn-sm max-sm:px-3" type="submit" disabled={!category}>
        {say('Set')}
        <span className="sr-only">{say(' category')}</span>
      </button>
    </form>
  );
}
