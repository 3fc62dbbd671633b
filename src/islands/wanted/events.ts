export { HYDRATE, WARM_UP } from '#lib/wanted-events';
