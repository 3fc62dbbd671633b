import { createHash } from 'node:crypto';
import { buildSync } from 'esbuild';

/** Bundles a script with its imports, for an inline `<script>`. `file` is relative to the root. */
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

export const scriptHash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}` as const;
