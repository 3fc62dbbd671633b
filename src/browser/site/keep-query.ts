/** The other language's page goes on with the same link: a campaign, an offer, a window. */
export function keepQuery(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[hreflang]')) link.search = location.search;
}
