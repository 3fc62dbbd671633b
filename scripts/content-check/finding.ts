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

/** The report: errors first, each message once with its files. */
export function report(findings: readonly Finding[]): string {
  const parts = (['wrong', 'due'] as const).flatMap((severity) => {
    const byMessage = Map.groupBy(
      findings.filter((finding) => finding.severity === severity),
      ({ message }) => message,
    );
    if (byMessage.size === 0) return [];
    const lines = [...byMessage].map(([message, group]) => `  ${message}\n${files(group)}`);
    return [`${heading[severity]} (${byMessage.size})\n${lines.join('')}`];
  });
  return parts.join('\n') || 'Nothing to correct, nothing due.\n';
}

function files(group: readonly Finding[]): string {
  const shown = group.slice(0, SHOWN).map(({ file, line }) => `    ${line ? `${file}:${line}` : file}\n`);
  const rest = group.length - shown.length;
  return shown.join('') + (rest > 0 ? `    and ${rest} more\n` : '');
}

/** Ends the process with the report, if there is anything in it. */
export function stopAt(findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  console.error(report(findings));
  process.exit(1);
}
