import { useStore } from '@nanostores/react';
import { desk } from './desk.ts';
import { categoryOptions, isCategory } from './options.ts';

const states = [
  ['all', 'All'],
  ['published', 'Published'],
  ['unpublished', 'Unpublished'],
] as const;

/** Which items are shown: by state and by category. */
export function ItemsToolbar() {
  const view = useStore(desk.$view);
  const shown = useStore(desk.$shown);
  const chosen = useStore(desk.$chosen);
  const areAllChosen = shown.length > 0 && chosen.size === shown.length;
  return (
    <div className="toolbar">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; these are buttons that belong together. */}
      <div className="chips" role="group" aria-label="Filter by state">
        {states.map(([state, label]) => (
          <button
            key={state}
            className="chip"
            type="button"
            aria-pressed={view.state === state}
            onClick={() => desk.look({ state })}
          >
            {label}
          </button>
        ))}
      </div>
      <select
        className="input"
        aria-label="Filter by category"
        value={view.category}
        onChange={({ target }) => desk.look({ category: isCategory(target.value) ? target.value : 'all' })}
      >
        <option value="all">All categories</option>
        {categoryOptions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <button
        className="link small push"
        type="button"
        disabled={shown.length === 0}
        onClick={areAllChosen ? desk.chooseNone : desk.chooseAll}
      >
        {areAllChosen ? 'Select none' : 'Select all'}
      </button>
    </div>
  );
}
