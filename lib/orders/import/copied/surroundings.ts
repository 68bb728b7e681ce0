import { BLACK, isUnseenOn, WHITE, type Color } from "#lib/orders/import/table/colors.ts";
import { painted, type Paint, type PlainPaint } from "./cssColor.ts";
import { LEAST_OPACITY, type Look } from "./looks.ts";

/** The colour that text has in an element, and the one behind it. */
export type Surroundings = { color: PlainPaint | "unknown"; behind: Color | "unknown" | "image" };

/** Where nothing is said of colours. */
export const ON_PAPER: Surroundings = { color: { color: BLACK, alpha: 1 }, behind: WHITE };

/** The colours within an element. */
export function colorsWithin(
  around: Surroundings,
  { color, background }: Pick<Look, "color" | "background">,
): Surroundings {
  const own = color?.paint ?? around.color;
  return {
    // A text has no image.
    color: own === "image" ? "unknown" : own,
    behind: background === null ? around.behind : behindIn(background.paint, around.behind),
  };
}

function behindIn(paint: Paint, around: Surroundings["behind"]): Surroundings["behind"] {
  if (typeof paint === "string") return paint;
  if (typeof around === "string") return paint.alpha === 1 ? paint.color : around;
  return painted(paint, around);
}

/** Whether nobody sees a text in these colours. */
export function isUnseen({ color, behind }: Surroundings): boolean {
  if (color === "unknown") return false;
  if (color.alpha < LEAST_OPACITY) return true;
  return typeof behind !== "string" && isUnseenOn(painted(color, behind), behind);
}

/** Whether nobody knows if a text is seen, because one of the colours cannot be computed. */
export function isUncertain({ color, behind }: Surroundings): boolean {
  return color === "unknown" || behind === "unknown";
}
