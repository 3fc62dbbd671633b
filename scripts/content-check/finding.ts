/** `wrong`: marketing must correct it. `due`: the owner decides. */
export interface Finding {
  readonly severity: 'wrong' | 'due';
  /** From the project's folder. */
  readonly file: string;
  /** From 1, if the mistake has one. */
  readonly line?: number | undefined;
  readonly message: string;
}

export const wrong = (file: string, message: string, line?: number): Finding => ({
  severity: 'wrong',
  file,
  line,
  message,
});
export const due = (file: string, message: string): Finding => ({ severity: 'due', file, message });

const SHOWN = 12;

const heading = { wrong: 'To correct', due: 'Due' } as const;

/** Each message once, with its files: the first of them, and how many more. */
export function byMessage(findings: readonly Finding[]): { message: string; files: string[] }[] {
  return [...Map.groupBy(findings, ({ message }) => message)].map(([message, group]) => {
    const files = group.slice(0, SHOWN).map(({ file, line }) => (line ? `${file}:${line}` : file));
    const rest = group.length - files.length;
    return { message, files: rest > 0 ? [...files, `and ${rest} more`] : files };
  });
}

/** The report: errors first, each message once with its files. */
export function report(findings: readonly Finding[]): string {
  const parts = (['wrong', 'due'] as const).flatMap((severity) => {
    const found = byMessage(findings.filter((finding) => finding.severity === severity));
    if (found.length === 0) return [];
    const lines = found.map(({ message, files }) =>
      [`  ${message}`, ...files.map((file) => `    ${file}`), ''].join('\n'),
    );
    return [`${heading[severity]} (${found.length})\n${lines.join('')}`];
  });
  return parts.join('\n') || 'Nothing to correct, nothing due.\n';
}

/** Ends the process with the report, if there is anything in it. */
export function stopAt(findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  console.error(report(findings));
  process.exit(1);
}
