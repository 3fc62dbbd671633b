/** The old address of `ui/api-client.ts`, until nobody asks for it. */
export { type CallOptions, type Client, createClient, type ReadOptions } from '../api-client.ts';
