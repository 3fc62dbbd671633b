import { createHash } from 'node:crypto';
import { buildSync } from 'esbuild';

/** A script of the site by its path from the root, with all that it imports, as one text for an inline `<script>`. */
export function inlineScript(file: string): string {
  const [script] = buildSync({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  }).outputFiles;
  return script?.text.trim() ?? '';
}

/** The hash by which a content security policy allows an inline script or style. */
export const scriptHash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}` as const;
