/** Red, green and blue, 0 to 255 each. */
export type Color = readonly [number, number, number];

export const BLACK: Color = [0, 0, 0];
export const WHITE: Color = [255, 255, 255];
/** The contrast (WCAG 2.2) below which nobody sees a text; it is 1 for the same colour. */
const LEAST_CONTRAST = 1.3;

/** `RRGGBB`, also with two digits of transparency before it; null for anything else. */
export function colorOf(text: string): Color | null {
  const hex = /^(?:[0-9a-f]{2})?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text);
  if (hex === null) return null;
  const [red = 0, green = 0, blue = 0] = hex.slice(1).map((part) => Number.parseInt(part, 16));
  return [red, green, blue];
}

/** Whether a text of one colour is not seen on the other. */
export function isUnseenOn(text: Color, fill: Color): boolean {
  const [light = 0, dark = 0] = [luminance(text), luminance(fill)].toSorted((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05) < LEAST_CONTRAST;
}

function linear(part: number): number {
  const value = part / 255;
  return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function luminance([red, green, blue]: Color): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
