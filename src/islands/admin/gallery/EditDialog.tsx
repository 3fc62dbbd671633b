import { useStore } from '@nanostores/react';
import type { ReactNode, SubmitEvent } from 'react';
import { FocusPoint, galleryTextLimits as limits, mediaTypeLabels } from '#contracts/gallery';
import { siteLanguages } from '#i18n/site-languages';
import { pageLanguage } from '#browser/page-language';
import { say, sayLabels } from '#browser/say';
import { optionsOf, SelectField, TextArea, TextField } from '#islands/ui/Field.tsx';
import { Icon, IconButton } from '#islands/ui/Icon.tsx';
import { labelOf } from '#lib/label';
import { Button } from '../Button.tsx';
import { ConflictChoice } from '../ConflictChoice.tsx';
import { isChanged } from '../edit.ts';
import { Dialog, LOSES_TYPED } from '../Dialog.tsx';
import { FocusField } from './FocusField.tsx';
import { admin, type OpenUploader } from './gallery-admin.ts';
import { ItemMedia } from './ItemCard.tsx';
import { fileAt, type ItemText, type OpenItem } from './item-edit.ts';
import { categoryLabels, categoryOptions } from './items.ts';

const { $edit, type, cancel, save, settle } = admin.editing;
const mediaTypes = sayLabels(mediaTypeLabels);

export function EditDialog() {
  const edit = useStore($edit);
  return (
    <Dialog
      aria-labelledby="edit-title"
      opened={edit}
      close={cancel}
      isBusy={edit?.sending !== undefined}
      mayClose={() => !edit || !isChanged(edit) || confirm(LOSES_TYPED)}
    >
      <div className="dialog-head">
        <h2 id="edit-title">{say('Edit Gallery Item')}</h2>
        <IconButton className="close" icon="x" label={say('Close')} onClick={cancel} />
      </div>
      <div className="body">{edit && <EditForm {...edit} />}</div>
    </Dialog>
  );
}

function EditForm(edit: OpenItem) {
  const { mine: fields, seen } = edit;
  const pending = edit.sending !== undefined;
  const field = (name: ItemText) => ({
    name,
    value: fields[name],
    onValue: (text: string) => type(name, text),
  });
  return (
    <form noValidate onSubmit={submit}>
      <div className="form">
        <ItemConflict {...edit} />
        <EditMedia {...edit} />
        <FocusField key={fields.file.mediaUrl} {...edit} />
        <TextField {...field('title')} label={say('Title')} required first full maxLength={limits.title} />
        <TextArea {...field('description')} label={say('Description')} optional full maxLength={limits.description} />
        <TextField {...field('alt')} label={say('Alt text')} optional full maxLength={limits.alt} help="alt-help" />
        <p className="help col-span-full -mt-2.5" id="alt-help">
          {say('What is to be seen, for people who cannot see it. Without it the title stands in.')}
        </p>
        {siteLanguages.includes('es') && (
          <details className="col-span-full" open={Boolean(seen.titleEs)}>
            <summary className="link cursor-pointer text-sm">{say('Words for the Spanish pages')}</summary>
            <div className="form mt-4" lang="es">
              <TextField {...field('titleEs')} label={say('Título')} full maxLength={limits.title} help="es-help" />
              <p className="help col-span-full -mt-2.5" id="es-help" lang={pageLanguage}>
                {say('Without a title here, the Spanish pages show the words above.')}
              </p>
              <TextArea {...field('descriptionEs')} label={say('Descripción')} full maxLength={limits.description} />
              <TextField {...field('altEs')} label={say('Texto alternativo')} full maxLength={limits.alt} />
            </div>
          </details>
        )}
        <SelectField {...field('category')} label={say('Category')} options={categoryOptions} />
        <SelectField {...field('mediaType')} label={say('Media Type')} options={optionsOf(mediaTypes)} />
      </div>
      <div className="dialog-foot">
        <Button className="btn btn-line basis-24" isBusy={pending} onClick={cancel}>
          {say('Cancel')}
        </Button>
        <Button className="btn" type="submit" isBusy={pending || !fields.title.trim()}>
          {pending ? say('Updating...') : say('Update Gallery Item')}
        </Button>
      </div>
    </form>
  );
}

/** The names of the fields, and their values in words. */
const fieldWords: Readonly<Record<string, readonly [label: string, words?: (value: unknown) => ReactNode]>> = {
  title: [say('Title')],
  description: [say('Description')],
  alt: [say('Alt text')],
  titleEs: [say('Title in Spanish')],
  descriptionEs: [say('Description in Spanish')],
  altEs: [say('Alt text in Spanish')],
  category: [say('Category'), (value) => labelOf(categoryLabels, String(value))],
  mediaType: [say('Media Type'), (value) => labelOf(mediaTypes, String(value))],
  mediaUrl: [say('File'), (value) => <FileFrame mediaUrl={String(value)} />],
  focus: [say('Focus point'), focusWords],
};

function ItemConflict({ theirs, mine: { file, ...fields } }: OpenItem) {
  if (!theirs) return null;
  const mine: Readonly<Record<string, unknown>> = { ...fields, mediaUrl: file.mediaUrl };
  const rows = Object.entries(theirs.fields).map(([field, present]) => {
    const [label, words = (value: unknown) => String(value ?? '')] = fieldWords[field] ?? [field];
    return { field, label, theirs: words(present), mine: words(mine[field]) };
  });
  return <ConflictChoice fields={rows} at={theirs.at} onKeep={(field, isMine) => void settle(field, isMine)} />;
}

function focusWords(value: unknown): string {
  const { success, data } = FocusPoint.safeParse(value);
  if (!success) return say('The middle');
  return say('{x}% from the left, {y}% from the top', { x: Math.round(data.x), y: Math.round(data.y) });
}

function FileFrame({ mediaUrl }: { mediaUrl: string }) {
  return (
    <div className="window mt-1 aspect-16/9">
      <ItemMedia item={fileAt(mediaUrl)} />
    </div>
  );
}

function submit(event: SubmitEvent<HTMLFormElement>): void {
  event.preventDefault();
  void save();
}

/** The edited item's file as frames show it, and how to replace it. */
function EditMedia({ seen, sending, mine: { file, focus } }: OpenItem) {
  const { mediaUrl, mediaType } = file;
  const shown = { ...file, focus: focus ?? undefined };
  const canCrop = mediaType !== 'video' && !mediaUrl.endsWith('.gif');
  const button = (icon: 'upload' | 'crop', text: string, picture?: OpenUploader['picture']) => (
    <Button
      className="btn btn-line btn-sm max-sm:px-3"
      isBusy={sending !== undefined}
      onClick={({ currentTarget }) => sending || admin.openUploader('replace', currentTarget, picture)}
    >
      <Icon name={icon} />
      <span>{text}</span>
    </Button>
  );
  return (
    <div className="col-span-full grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] items-center gap-4">
      <div className="window aspect-16/9">
        <ItemMedia item={shown} />
      </div>
      <div>
        <p className="text-sm/[1.4] font-label">{say('Change Media File (Optional)')}</p>
        <div className="my-2 flex flex-wrap gap-2">
          {button('upload', say('Choose a file'))}
          {canCrop && button('crop', say('Crop or rotate'), { url: mediaUrl, title: seen.title })}
        </div>
        {mediaUrl !== seen.file.mediaUrl && (
          <p className="text-sm text-soft">{say('The new file is saved with the item.')}</p>
        )}
      </div>
    </div>
  );
}
