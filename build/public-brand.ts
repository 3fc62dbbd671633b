/** What browsers get of `brand/brand.json` is without the owner's own numbers. Functions are not bundled by Vite. */
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
