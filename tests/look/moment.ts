/** When the pictures are taken, for browser and host alike: a Wednesday morning in Florida, in ms since the epoch. */
export const NOW = Date.parse('2026-11-18T10:00:00-05:00');
