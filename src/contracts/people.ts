/** What somebody of the business may see and do: the table of routes says it for each address. */
export const roleLabels = { owner: 'Owner', office: 'Office', installer: 'Installer' } as const;
export type Role = keyof typeof roleLabels;

/**
 * The id of who was there first, the owner. Until there is somebody else, no record names people and no page shows them.
 * A slot whose key names nobody is theirs.
 */
export const FIRST_PERSON = 'first';
