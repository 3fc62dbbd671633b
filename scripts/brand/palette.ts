import { type ColorRole, contrastPairs } from '#schemas/look';
import { channelsOf, contrast, hexPart, mixed, passingColor } from '#lib/contrast';

type Colors = Readonly<Record<ColorRole, string>>;

/** Errors, notices and stars stay red and yellow whatever the brand, with a little of its color. */
const MEANINGS = /^(sun|notice|brick)/;

/**
 * A palette around one color, `#rrggbb`: buttons and links have it, or the nearest one that can be read; grounds and
 * texts keep the lightness of `colors` and get its hue. Passes the look's schema.
 */
export function paletteOf(main: string, colors: Colors): Colors {
  const [hue, saturation] = hslOf(main);
  const readable = passingColor(main, colors.linen, 4.6);
  const own: Partial<Record<ColorRole, string>> = {
    lagoon: readable,
    'lagoon-deep': mixed(readable, '#000000', 0.28),
    'lagoon-tint': mixed(readable, '#ffffff', 0.88),
    'lagoon-light': mixed(readable, '#ffffff', 0.55),
  };
  const tinted = (color: string) => {
    const [, before, lightness] = hslOf(color);
    return hexOf(hue, Math.min(before, saturation, 0.16), lightness);
  };
  const drawn = Object.fromEntries(
    Object.entries(colors).map(([role, color]) => [
      role,
      own[role as ColorRole] ?? (MEANINGS.test(role) ? mixed(color, main, 0.04) : tinted(color)),
    ]),
  ) as Record<ColorRole, string>;
  // A text that one ground has changed may need another for the next.
  for (let round = 0; round < 4; round += 1) {
    for (const [text, ground, least] of contrastPairs) {
      if (contrast(drawn[text], drawn[ground]) < least) drawn[text] = passingColor(drawn[text], drawn[ground], least);
    }
  }
  return drawn;
}

/** A drawing in the colors of one palette, redrawn in another. Colors of no role get the hue alone. */
export function recolored(svg: string, before: Colors, after: Colors): string {
  const roles = new Map(Object.entries(before).map(([role, color]) => [color, after[role as ColorRole]]));
  const [hue] = hslOf(after.lagoon);
  return svg.replace(/#[0-9a-f]{6}\b/gi, (found) => {
    const color = found.toLowerCase();
    const [, saturation, lightness] = hslOf(color);
    return roles.get(color) ?? hexOf(hue, saturation, lightness);
  });
}

/** Hue in degrees; saturation and lightness from 0 to 1. */
function hslOf(color: string): [hue: number, saturation: number, lightness: number] {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((part) => part / 255);
  const most = Math.max(red, green, blue);
  const span = most - Math.min(red, green, blue);
  const lightness = most - span / 2;
  if (span === 0) return [0, 0, lightness];
  const saturation = span / (1 - Math.abs(2 * lightness - 1));
  const others = most === green ? 2 + (blue - red) / span : 4 + (red - green) / span;
  const sixth = most === red ? (green - blue) / span : others;
  return [(sixth * 60 + 360) % 360, saturation, lightness];
}

function hexOf(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (offset: number) => {
    const at = (offset + hue / 30) % 12;
    return hexPart(255 * (lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1))));
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}
