/** Pages that are on the site once they are written, in the footer's order. Each is at its name: `/warranty`. */
export const pageNames = ['accessibility', 'warranty', 'financing'] as const;
