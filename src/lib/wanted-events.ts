/**
 * How a page talks to its `client:wanted` islands, whose directive is bundled apart from everything else:
 * `CustomEvent`s on the document, with the name of the island as their detail.
 */
export const WARM_UP = 'wanted:warm-up';
export const HYDRATE = 'wanted:hydrate';
