/** True in the build of the live site. Previews and a developer's machine are not live. */
export const isLive = (): boolean => process.env['CONTEXT'] === 'production';

/** False on the live site for a draft and for an invented sample. Elsewhere both are shown, with a mark. */
export function isShown({ data }: { readonly data: object }): boolean {
  const { draft = false, sample = false }: { draft?: boolean; sample?: boolean } = data;
  return !(draft || sample) || !isLive();
}
