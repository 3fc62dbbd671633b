import { useStore } from '@nanostores/react';
import { Icon } from '#islands/ui/Icon.tsx';
import { desk } from './desk.ts';

const { $unmade, $making, tryAgain } = desk.batch;

/** Files that are uploaded, but did not become items: each named, with a way to make up for it. */
export function Unmade() {
  const unmade = useStore($unmade, { ssr: 'initial' });
  const making = useStore($making, { ssr: 'initial' });
  if (unmade.length === 0 || making) return null;
  return (
    <div className="notice notice-brick full" role="alert">
      <Icon name="circle-alert" />
      <div>
        <p>Uploaded, but not yet in the gallery:</p>
        <ul className="named">
          {unmade.map(({ title, mediaUrl }) => (
            <li key={mediaUrl}>{title}</li>
          ))}
        </ul>
        <button className="btn btn-sm" type="button" onClick={() => void tryAgain()}>
          Try again
        </button>
      </div>
    </div>
  );
}
