interface Written {
  readonly data: { readonly draft: boolean };
}

/** False for a draft in the live build. Developers and previews see drafts, with a mark. */
export function isShown({ data }: Written): boolean {
  return !data.draft || process.env['CONTEXT'] !== 'production';
}
