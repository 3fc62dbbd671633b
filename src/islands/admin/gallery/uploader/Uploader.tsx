import { useStore } from '@nanostores/react';
import { loadAnew } from '#browser/load-anew';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { loadStylesheet } from '#browser/stylesheet';
import { say } from '#browser/say';
import { IconButton } from '#islands/ui/Icon.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { firstFocus } from '#islands/ui/dialog.ts';
import { Dialog } from '../../Dialog.tsx';
import { SessionEnded } from '../../sign-in/Session.tsx';
import { showError } from '#islands/ui/Toasts.tsx';
import { admin, type OpenUploader } from '../gallery-admin.ts';
import styles from './uploader.css?url';
import type { NamedFile, Widget } from './widget.ts';

const { $uploader, closeUploader, newItems } = admin;
type Purpose = OpenUploader['purpose'];
const titles: Readonly<Record<Purpose, string>> = {
  create: say('Upload New Items'),
  replace: say('Change Media File'),
};
const hints: Readonly<Record<Purpose, string>> = {
  create: say('Photos and videos, up to 10 at once, 50 MB each, GIFs up to 15 MB.'),
  replace: say('One photo or video, up to 50 MB, a GIF up to 15 MB.'),
};

/** The uploader's dialog. Loads Uppy, which is large, when it first opens. */
export function Uploader() {
  const open = useStore($uploader);
  const [purpose, setPurpose] = useState<Purpose>('create');
  if (open && open.purpose !== purpose) setPurpose(open.purpose);
  return (
    <Dialog
      className="uploader"
      aria-labelledby="uploader-title"
      aria-describedby="uploader-hint"
      opened={open}
      close={closeUploader}
    >
      <div className="dialog-head">
        {/* Uppy's controls load later, and Close should not take focus. */}
        <h2 id="uploader-title" className="outline-none" tabIndex={-1} {...firstFocus}>
          {titles[purpose]}
        </h2>
        <p id="uploader-hint">{hints[purpose]}</p>
        <IconButton className="close" icon="x" label={say('Close')} onClick={closeUploader} />
      </div>
      <div className="body">
        <Mount purpose="create" isOpen={open?.purpose === 'create'} />
        <Mount purpose="replace" isOpen={open?.purpose === 'replace'} picture={open?.picture} />
      </div>
    </Dialog>
  );
}

/** The widget of one purpose. It keeps its files while the other one is open. */
function Mount({ purpose, isOpen, picture }: { purpose: Purpose; isOpen: boolean; picture?: OpenUploader['picture'] }) {
  const target = useRef<HTMLDivElement>(null);
  const [widget, setWidget] = useState<Widget | null>(null);
  useEffect(() => {
    if (isOpen && !widget && target.current) void mount(purpose, target.current).then(setWidget);
    if (isOpen) widget?.entered();
    else widget?.left();
    if (isOpen && picture) void widget?.crop(picture);
  }, [isOpen, widget, purpose, picture]);
  return (
    <div hidden={!isOpen} className="space-y-4 wrap-anywhere">
      <SessionEnded />
      {/* Uppy changes its own texts in place, so a translated one would stay as it was. */}
      <div ref={target} className="uploader-target" translate="no" aria-busy={!widget} />
      <div aria-live="polite">{widget && <AdvisedFiles widget={widget} />}</div>
      {widget && <FailedFiles widget={widget} />}
      {purpose === 'create' && <FailedUploads />}
    </div>
  );
}

async function mount(purpose: Purpose, target: HTMLElement): Promise<Widget | null> {
  try {
    const [{ mountWidget }] = await Promise.all([import('./widget.ts'), loadStylesheet(styles)]);
    return mountWidget(purpose, target);
  } catch {
    // What was typed into an item would be lost.
    if (purpose === 'create' && loadAnew()) return null;
    closeUploader();
    showError(
      purpose === 'create'
        ? say('The uploader could not be loaded. Please try again.')
        : say('The uploader could not be loaded. Save what you have typed, and load this page again.'),
    );
    return null;
  }
}

/** Files of which the owner should know something before they are sent. */
function AdvisedFiles({ widget: { $advised } }: { widget: Widget }) {
  const advised = useStore($advised);
  if (advised.length === 0) return null;
  return (
    <Notice icon="circle-alert">
      <NamedFiles files={advised} />
    </Notice>
  );
}

interface NamedFilesProps {
  readonly files: readonly NamedFile[];
  readonly title?: (name: string) => string;
}

function NamedFiles({ files, title = (name) => name }: NamedFilesProps) {
  return (
    <ul className="space-y-2">
      {files.map(({ name, reason }) => (
        <li key={name}>
          <b className="font-strong">{title(name)}</b>
          <br />
          <span>{reason}</span>
        </li>
      ))}
    </ul>
  );
}

/** Files that did not reach the server, with the reasons. */
function FailedFiles({ widget: { $failed, tryAgain } }: { widget: Widget }) {
  const failed = useStore($failed);
  if (failed.length === 0) return null;
  return (
    <FailureNotice onRetry={tryAgain}>
      <NamedFiles files={failed} title={(name) => say('Failed to upload {name}', { name })} />
    </FailureNotice>
  );
}

/** Uploaded files that did not become items, with another try. */
export function FailedUploads() {
  const unsaved = useStore(newItems.$unsaved, { ssr: 'initial' });
  const making = useStore(newItems.$making, { ssr: 'initial' });
  if (unsaved.length === 0 || making) return null;
  return (
    <FailureNotice onRetry={() => void newItems.tryAgain()}>
      <p>{say('Uploaded, but not yet in the gallery:')}</p>
      <ul className="mt-1.5 list-[square] pl-4 wrap-anywhere">
        {unsaved.map(({ title, mediaUrl }) => (
          <li key={mediaUrl}>{title}</li>
        ))}
      </ul>
    </FailureNotice>
  );
}

function FailureNotice({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  return (
    <Notice className="callout-brick col-span-full" icon="circle-alert" role="alert">
      {children}
      <button className="btn btn-sm" type="button" onClick={onRetry}>
        {say('Try again')}
      </button>
    </Notice>
  );
}
