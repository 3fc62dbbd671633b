/** The contrast of two colors `#rrggbb`, 1 to 21 (WCAG 2.2, relative luminance). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue, 0 to 255. */
export const channelsOf = (color: string) =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));

/** Two digits of a color: `part` from 0 to 255. */
export const hexPart = (part: number) => Math.round(part).toString(16).padStart(2, '0');

/** The color between two, with this share of the other. */
export function mixed(color: string, other: string, share: number): string {
  const to = channelsOf(other);
  return `#${channelsOf(color)
    .map((part, at) => hexPart(part + ((to[at] ?? 0) - part) * share))
    .join('')}`;
}

/** The color nearest to `text`, darker or lighter, that has at least this contrast on `ground`. */
export function passingColor(text: string, ground: string, least: number): string {
  const steps = Array.from({ length: 101 }, (_, step) => step / 100);
  for (const share of steps) {
    for (const end of ['#000000', '#ffffff']) {
      const color = mixed(text, end, share);
      if (contrast(color, ground) >= least) return color;
    }
  }
  return contrast('#000000', ground) >= contrast('#ffffff', ground) ? '#000000' : '#ffffff';
}
