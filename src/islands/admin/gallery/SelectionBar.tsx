import { useStore } from '@nanostores/react';
import { Icon } from '#islands/ui/Icon.tsx';
import { desk } from './desk.ts';

/** What can be done with all chosen items at once. */
export function SelectionBar() {
  const chosen = useStore(desk.$chosen);
  if (chosen.size === 0) return null;
  return (
    <section className="selbar night" aria-label="Selection">
      <div className="wrap">
        <p className="t-label num" role="status">
          {chosen.size}
          <span className="lbl"> selected</span>
        </p>
        <button className="btn btn-sm" type="button" onClick={() => void desk.setPublished(chosen, true)}>
          <Icon name="eye" />
          Publish
        </button>
        <button className="btn btn-line btn-sm" type="button" onClick={() => void desk.setPublished(chosen, false)}>
          <Icon name="eye-off" />
          Unpublish
        </button>
        <button
          className="btn btn-line btn-sm push"
          type="button"
          onClick={({ currentTarget }) => desk.removal.ask(chosen, currentTarget)}
        >
          <Icon name="trash-2" />
          <span className="lbl">Delete</span>
        </button>
        <button className="icon-btn" type="button" aria-label="Clear selection" onClick={desk.chooseNone}>
          <Icon name="x" />
        </button>
      </div>
    </section>
  );
}
