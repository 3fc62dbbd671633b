import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { $uploaderDoor, closeUploader, type UploaderDoor } from './store/uploader-door.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { linked } from '#islands/ui/linked.ts';
import { firstFocus, focusFirst, useModal } from '#islands/ui/modal.ts';
import { uploaderFailed } from './desk.ts';
import { SessionEnded } from '../sign-in/SessionEnded.tsx';
import { Unmade } from './Unmade.tsx';
import type { Widget } from './uploader/widget.ts';
import looks from './uploader/uploader.css?url';

type Purpose = UploaderDoor['purpose'];
const titles: Readonly<Record<Purpose, string>> = { create: 'Upload New Items', replace: 'Change Media File' };
const hints: Readonly<Record<Purpose, string>> = {
  create: 'Photos and videos, up to 10 at once, 50 MB each.',
  replace: 'One photo or video, up to 50 MB.',
};

/** The uploader's dialog. Uppy itself, which is large, comes when it is opened for the first time. */
export function Uploader() {
  const dialog = useRef<HTMLDialogElement>(null);
  const door = useStore($uploaderDoor);
  const [purpose, setPurpose] = useState<Purpose>('create');
  if (door && door.purpose !== purpose) setPurpose(door.purpose);
  useModal(dialog, door);
  useLayoutEffect(() => {
    if (door) focusFirst(dialog.current);
  }, [door]);
  return (
    <dialog
      ref={dialog}
      className="dialog uploader"
      aria-labelledby="uploader-title"
      aria-describedby="uploader-hint"
      onClose={({ target, currentTarget }) => target === currentTarget && closeUploader()}
    >
      <div className="dialog-head">
        {/* Uppy's own controls come later, and focus does not begin on Close. */}
        <h2 id="uploader-title" tabIndex={-1} {...firstFocus}>
          {titles[purpose]}
        </h2>
        <p id="uploader-hint">{hints[purpose]}</p>
        <button className="icon-btn close" type="button" aria-label="Close" onClick={closeUploader}>
          <Icon name="x" />
        </button>
      </div>
      <div className="body">
        <Place purpose="create" door={door} />
        <Place purpose="replace" door={door} />
      </div>
    </dialog>
  );
}

/** Where the widget of one purpose stands, once it has been wanted; each keeps its files while the other is open. */
function Place({ purpose, door }: { purpose: Purpose; door: UploaderDoor | null }) {
  const place = useRef<HTMLDivElement>(null);
  const [widget, setWidget] = useState<Widget | null>(null);
  const isOpen = door?.purpose === purpose;
  useEffect(() => {
    if (isOpen && !widget && place.current) void mount(purpose, place.current).then(setWidget);
    if (isOpen) widget?.entered();
  }, [isOpen, widget, purpose]);
  return (
    <div hidden={!isOpen}>
      <SessionEnded />
      <div ref={place} className="uploader-place" aria-busy={!widget} />
      {widget && <Failed widget={widget} />}
      {purpose === 'create' && <Unmade />}
    </div>
  );
}

async function mount(purpose: Purpose, place: HTMLElement): Promise<Widget | null> {
  try {
    const [{ mountWidget }] = await Promise.all([import('./uploader/widget.ts'), linked(looks)]);
    return mountWidget(purpose, place);
  } catch {
    closeUploader();
    uploaderFailed();
    return null;
  }
}

function Failed({ widget: { $failed, tryAgain } }: { widget: Widget }) {
  const failed = useStore($failed);
  if (failed.length === 0) return null;
  return (
    <div className="notice notice-brick" role="alert">
      <Icon name="circle-alert" />
      <div>
        <ul>
          {failed.map(({ name, reason }) => (
            <li key={name}>
              Failed to upload {name}
              <br />
              <small>{reason}</small>
            </li>
          ))}
        </ul>
        <button className="btn btn-sm" type="button" onClick={tryAgain}>
          Try again
        </button>
      </div>
    </div>
  );
}
