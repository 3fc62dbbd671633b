/** An entry that its writer may have held back. */
interface Written {
  readonly data: { readonly draft: boolean };
}

/**
 * Whether the build has a page for the entry: a draft is left out of the live site. On a developer's machine and in
 * previews it is there, with a mark.
 */
export function isShown({ data }: Written): boolean {
  return !data.draft || process.env['CONTEXT'] !== 'production';
}
