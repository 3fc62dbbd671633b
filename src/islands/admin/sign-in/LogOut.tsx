import { Icon } from '#islands/ui/Icon.tsx';
import { logOut } from '../gallery/desk.ts';
import { useAlive } from '#islands/ui/use-alive.ts';

/** The last thing in the admin's bar. */
export default function LogOut() {
  return (
    <button type="button" disabled={!useAlive()} onClick={() => void logOut()}>
      <Icon name="log-out" />
      <span>Log out</span>
    </button>
  );
}
