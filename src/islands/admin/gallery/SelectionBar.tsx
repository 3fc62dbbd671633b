import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { say } from '#browser/say';
import { Options } from '#islands/ui/Field.tsx';
import { Icon, IconButton } from '#islands/ui/Icon.tsx';
import { admin } from './gallery-admin.ts';
import { categoryOptions } from './items.ts';

/** Actions for all chosen items. On a phone it stands above the pages' bar. */
export function SelectionBar() {
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
