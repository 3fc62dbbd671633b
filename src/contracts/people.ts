/** What somebody of the business may see and do: the table of routes says it for each address. */
export const roleLabels = { owner: 'Owner', office: 'Office', installer: 'Installer' } as const;
export type Role = keyof typeof roleLabels;

/**
 * Why nobody makes a visit, although it is booked: who was to come is no longer there, no longer makes visits of the kind, is
 * away, or does not work then.
 */
export const unmannedReasons = ['gone', 'kind', 'away', 'hours'] as const;
export type Unmanned = (typeof unmannedReasons)[number];

/**
 * The id of who was there first, the owner. Until there is somebody else, no record names people and no page shows them.
 * A slot whose key names nobody is theirs.
 */
export const FIRST_PERSON = 'first';
