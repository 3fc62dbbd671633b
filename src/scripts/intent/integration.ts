import type { AstroIntegration } from 'astro';

/** Makes the directive `client:wanted` known to Astro: an island that costs nothing until somebody wants it. */
export function wanted(): AstroIntegration {
  return {
    name: 'wanted',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'wanted', entrypoint: './src/scripts/intent/directive.ts' });
      },
    },
  };
}

declare module 'astro' {
  interface AstroClientDirectives {
    /** The name of the island, as the events of `lib/wanted-events.ts` say it. */
    'client:wanted'?: string;
  }
}
