import { useStore } from '@nanostores/react';
import { type ComponentProps, useEffect, useRef } from 'react';
import { type LeadPicture, MAX_PICTURES } from '#contracts/pictures';
import { say } from '#browser/say';
import type { ShownLead } from '#lead/answers';
import { Button } from '../Button.tsx';
import { RemovalDialog } from '../Dialog.tsx';
import { Loaded, Skeletons } from '../PageStates.tsx';
import { isInstaller, mayChange } from '../sign-in/roles.ts';
import { pictures as store } from './pictures.ts';

const { removal } = store;

/** The pictures of the lead's windows: the visitor's and the owner's. */
export function LeadPictures({ lead: { id } }: { lead: ShownLead }) {
  const { problem, status } = useStore(store.$adding);
  useEffect(() => void store.load(id), [id]);
  return (
    <section
      className="border-t border-hairline py-4 text-sm print:not-has-[img]:hidden"
      aria-labelledby="lead-pictures"
    >
      <h3 className="font-label" id="lead-pictures">
        {say('Pictures of the windows')}
      </h3>
      <p className="text-mute print:hidden">
        {isInstaller()
          ? say('Those who work here see them, and the visitor on the page of the visit.')
          : say('Only you see them, and the visitor on the page of the visit.')}
      </p>
      <Loaded
        isPart
        known={useStore(store.$pictures)}
        loading={<Skeletons count={1} label={say('Loading the pictures')} item="skeleton mt-3 h-11" />}
        failed={say('The pictures could not be loaded.')}
        onRetry={() => store.load(id)}
      >
        {({ pictures }) => (
          <>
            {pictures.length > 0 && <Pictures id={id} pictures={pictures} />}
            <Adding id={id} count={pictures.length} />
          </>
        )}
      </Loaded>
      <p className="mt-2 empty:m-0" role="status">
        {status}
      </p>
      <div role="alert">{problem && <p className="error mt-2">{problem}</p>}</div>
    </section>
  );
}

const nameOf = ({ by }: LeadPicture, number: number): string =>
  by
    ? say('Window {number}, added by {name}', { number, name: by })
    : say('Window {number}, sent by the visitor', { number });

function Pictures({ id, pictures }: { id: string; pictures: readonly LeadPicture[] }) {
  const question = useStore(removal.$question);
  return (
    <>
      <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-3">
        {pictures.map((picture, index) => {
          const source = `/api/leads/${id}/pictures/${picture.id}`;
          return (
            <li key={picture.id}>
              <a className="block" href={source} target="_blank" rel="noreferrer">
                <img
                  className="aspect-4/3 w-full bg-hairline object-cover"
                  src={source}
                  alt={nameOf(picture, index + 1)}
                  loading="lazy"
                />
              </a>
              {mayChange(picture.by) && (
                <Button
                  className="link text-sm"
                  of={say(' picture {number}', { number: index + 1 })}
                  onClick={({ currentTarget }) => removal.ask({ id, picture: picture.id }, currentTarget)}
                >
                  {say('Remove')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <RemovalDialog
        question={question}
        close={removal.close}
        confirm={removal.confirm}
        title={say('Remove this picture?')}
        keep={say('Keep it')}
        press={say('Remove')}
        busyPress={say('Removing...')}
      >
        {say('The visitor does not see it any more either. It cannot be brought back.')}
      </RemovalDialog>
    </>
  );
}

function Adding({ id, count }: { id: string; count: number }) {
  if (count >= MAX_PICTURES) {
    return (
      <p className="mt-3 text-mute">
        {say('These are {count} pictures, as many as a lead can have.', { count: MAX_PICTURES })}
      </p>
    );
  }
  return (
    <div className="btn-row mt-3">
      <Chooser id={id} className="btn btn-line btn-sm" multiple accept="image/*,.heic,.heif">
        {say('Add pictures')}
      </Chooser>
      <Chooser id={id} className="btn btn-line btn-sm pointer-fine:hidden" capture="environment" accept="image/*">
        {say('Take a picture')}
      </Chooser>
    </div>
  );
}

function Chooser({ id, className, children, ...input }: ComponentProps<'input'> & { id: string }) {
  const ref = useRef<HTMLInputElement>(null);
  const { isBusy } = useStore(store.$adding);
  return (
    <>
      <Button className={className} isBusy={isBusy} onClick={() => isBusy || ref.current?.click()}>
        {children}
      </Button>
      <input
        {...input}
        ref={ref}
        type="file"
        hidden
        onChange={({ currentTarget }) => {
          void store.add(id, [...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
