/** The old address of `ui/api-client.ts`, until nobody asks for it. */
export { refusal } from '../api-client.ts';
