import { attempt } from '#browser/attempt';
import type { Role } from '#contracts/people';

/** Who may open the admin's page at this path. What each may do there the tables of addresses say. */
export function rolesFor(path: string): readonly Role[] {
  const page = path.replace(/^\/es(?=\/)|(\/|\.html)$/g, '');
  if (/^\/admin\/(people|setup)$/.test(page)) return ['owner'];
  return /^\/admin(\/(week|hours|alerts))?$/.test(page) ? ['owner', 'office', 'installer'] : ['owner', 'office'];
}

/** For the next page. The owner's is not kept. */
const KEPT = 'admin-role';

let ownName = '';

/** Shows what is for the role (admin.css), and on the next page from its first moment. Storage may be blocked. */
export function showRole(role = 'owner', name = ''): void {
  ownName = name;
  document.documentElement.dataset['role'] = role;
  attempt(() => (role === 'owner' ? localStorage.removeItem(KEPT) : localStorage.setItem(KEPT, role)));
}

/** Shows what is for the role of the last page. */
export function showKeptRole(): void {
  document.documentElement.dataset['role'] = attempt(() => localStorage.getItem(KEPT)) ?? '';
}

/** For what is drawn of the server's answers: the role is known before they are asked for. */
export const isInstaller = (): boolean => globalThis.document?.documentElement.dataset['role'] === 'installer';

/** What somebody wrote or added an installer changes only if they did it themselves. `by`: their name. */
export const mayChange = (by: string | undefined): boolean => !isInstaller() || by === ownName;
