/** Minutes after midnight as `HH:mm`. */
export function clockOf(minute: number): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
}

/** `HH:mm` as minutes after midnight. */
export function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}
