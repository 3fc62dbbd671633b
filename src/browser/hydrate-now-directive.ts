import type { ClientDirective } from 'astro';
import intent from './hydrate-directive.ts';

/** `client:now`: loads and hydrates the island at once. */
const now: ClientDirective = (...island) => intent(...island)();

export default now;
