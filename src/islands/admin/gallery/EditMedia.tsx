import type { Edit } from './store/editing.ts';
import { openUploader } from './store/uploader-door.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { ItemMedia } from './ItemMedia.tsx';

/** The file of the item that is being edited, and the way to another one. */
export function EditMedia({ item, media, pending }: Edit) {
  return (
    <div className="edit-media full">
      <div className="window">
        <ItemMedia item={media ?? item} />
      </div>
      <div>
        <p className="t-label">Change Media File (Optional)</p>
        <button
          className="btn btn-line btn-sm"
          type="button"
          disabled={pending}
          onClick={({ currentTarget }) => openUploader('replace', currentTarget)}
        >
          <Icon name="upload" />
          Choose a file
        </button>
        {media && <p className="small soft">The new file is saved with the item.</p>}
      </div>
    </div>
  );
}
