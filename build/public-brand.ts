/** Vite gives browsers `brand/brand.json` without the owner's own numbers. It does not bundle functions. */
export const publicBrand = {
  name: 'public-brand',
  enforce: 'pre',
  transform: {
    filter: { id: /\/brand\/brand\.json$/ },
    handler(code: string): string {
      const { alertPhones: _, ...brand } = JSON.parse(code);
      return JSON.stringify(brand);
    },
  },
} as const;
