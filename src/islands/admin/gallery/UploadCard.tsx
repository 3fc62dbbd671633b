import { useStore } from '@nanostores/react';
import { openUploader } from './store/uploader-door.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { desk } from './desk.ts';
import { categoryOptions, isCategory } from './options.ts';
import { SessionEnded } from '../sign-in/SessionEnded.tsx';
import { Unmade } from './Unmade.tsx';
import { useAlive } from '#islands/ui/use-alive.ts';

/** "Upload New Items": the category that they begin with, and the way to the uploader. */
export function UploadCard() {
  const isAlive = useAlive();
  const category = useStore(desk.$defaultCategory, { ssr: 'initial' });
  return (
    <section className="panel upload-card" aria-labelledby="upload-title">
      <div>
        <h2 className="t-xl" id="upload-title">
          Upload New Items
        </h2>
        <p className="small soft">They start unpublished. Review, then publish.</p>
      </div>
      <div className="field">
        <label htmlFor="default-category">Default category</label>
        <select
          className="input"
          id="default-category"
          value={category}
          onChange={({ target }) => isCategory(target.value) && desk.setDefaultCategory(target.value)}
        >
          {categoryOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <div className="upload-act">
        <button
          className="btn"
          type="button"
          disabled={!isAlive}
          onClick={({ currentTarget }) => openUploader('create', currentTarget)}
        >
          <Icon name="upload" />
          Upload files
        </button>
        <span className="small mute">up to 10 at once</span>
      </div>
      <SessionEnded />
      <Unmade />
    </section>
  );
}
