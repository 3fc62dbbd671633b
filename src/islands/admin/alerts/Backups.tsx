import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { type Backup, Backups as BackupList } from '#contracts/backups';
import { browserEnvironment } from '#browser/environment';
import { say } from '#browser/say';
import { Icon } from '#islands/ui/Icon.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { zonedMoment, zonedMomentWithin } from '#lib/time/zone';
import { Loaded, Skeletons } from '../PageStates.tsx';
import { ExportLink } from '../ExportLink.tsx';
import { createPageData } from '../renewal.ts';
import { session } from '../sign-in/session.ts';

const { client } = browserEnvironment;
const { $known: $backups, load: loadBackups } = createPageData(session, () =>
  client.send('GET', '/api/backups', BackupList),
);

/** The nightly backups, to be downloaded. */
export function Backups() {
  const known = useStore($backups);
  useEffect(() => void loadBackups(), []);
  const loading = <Skeletons count={1} item="skeleton h-12" />;
  return (
    <Loaded
      known={known}
      loading={loading}
      failed={say('The backups could not be loaded.')}
      isPart
      onRetry={loadBackups}
    >
      {(shown) => <Nights {...shown} />}
    </Loaded>
  );
}

function Nights({ isSetUp, isLate, backups }: BackupList) {
  const [newest, ...earlier] = backups;
  return (
    <>
      {!isSetUp && (
        <Missing title={say('No backups are made')}>
          {say(
            'Press Set up above, and then Backups. From then on, all requests, visits and settings are copied each night.',
          )}
        </Missing>
      )}
      {isLate && (
        <Missing title={say('Last night’s backup is missing')}>
          {newest
            ? say('The last one was made {time}. Whoever looks after the website finds the reason in the log.', {
                time: zonedMomentWithin(newest.at),
              })
            : say('None has been made yet. Whoever looks after the website finds the reason in the log.')}
        </Missing>
      )}
      {isSetUp && !isLate && !newest && <p className="text-sm text-soft">{say('The first one is made tonight.')}</p>}
      {newest && (
        <>
          <ul>
            <Row backup={newest} />
          </ul>
          {earlier.length > 0 && (
            <details className="border-t border-hairline">
              <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-sm font-label">
                <Icon name="clock" />
                <span>
                  {earlier.length === 1
                    ? say('One earlier night')
                    : say('{count} earlier nights', { count: earlier.length })}
                </span>
              </summary>
              <ul>
                {earlier.map((backup) => (
                  <Row key={backup.id} backup={backup} />
                ))}
              </ul>
            </details>
          )}
          <p className="mt-4 text-sm text-mute">
            {say(
              'Uploaded pictures and films are not in a backup. It opens only with its password, BACKUP_KEY: keep that somewhere else, too.',
            )}
          </p>
        </>
      )}
    </>
  );
}

function Row({ backup: { id, at, bytes, records, missing } }: { backup: Backup }) {
  return (
    <li className="flex items-center justify-between gap-3 py-2 text-sm">
      <div className="min-w-0">
        <p className="font-label">{zonedMoment(at, new Date())}</p>
        <p className="text-mute">
          {say('{records} records, {size}', { records: records.toLocaleString('en-US'), size: sizeWords(bytes) })}
        </p>
        {missing > 0 && <p className="text-brick">{say('{count} could not be read', { count: missing })}</p>}
      </div>
      <ExportLink
        href={`/api/backups/${id}`}
        text={say('Download')}
        label={say('Download the backup of {time}', { time: zonedMomentWithin(at) })}
      />
    </li>
  );
}

const KB = 1000;
const MB = 1_000_000;

function sizeWords(bytes: number): string {
  return bytes < MB ? `${Math.ceil(bytes / KB)} kB` : `${(bytes / MB).toFixed(1)} MB`;
}

function Missing({ title, children }: { title: string; children: string }) {
  return (
    <Notice className="mb-4">
      <p className="font-bold">{title}</p>
      <p className="mt-1">{children}</p>
    </Notice>
  );
}
