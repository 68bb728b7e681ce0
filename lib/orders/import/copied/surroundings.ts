import { BLACK, isUnseenOn, WHITE, type Color } from "#lib/orders/import/table/colors.ts";
import { painted, type Paint } from "./cssColor.ts";
import { LEAST_OPACITY, type Look } from "./looks.ts";

/** The colour that text has in an element, and the one behind it. Null: it is not known, such as that of an image. */
export type Surroundings = { color: Exclude<Paint, "unknown"> | null; behind: Color | null };

/** Where nothing is said of colours. */
export const ON_PAPER: Surroundings = { color: { color: BLACK, alpha: 1 }, behind: WHITE };

/** The colours within an element. */
export function colorsWithin(
  around: Surroundings,
  { color, background }: Pick<Look, "color" | "background">,
): Surroundings {
  return {
    color: color === null ? around.color : color.paint === "unknown" ? null : color.paint,
    behind: background === null ? around.behind : behindIn(background.paint, around.behind),
  };
}

function behindIn(paint: Paint, around: Color | null): Color | null {
  if (paint === "unknown") return null;
  if (around === null) return paint.alpha === 1 ? paint.color : null;
  return painted(paint, around);
}

/** Whether nobody sees a text in these colours. */
export function isUnseen({ color, behind }: Surroundings): boolean {
  if (color === null) return false;
  if (color.alpha < LEAST_OPACITY) return true;
  return behind !== null && isUnseenOn(painted(color, behind), behind);
}
