import { formatCount } from "#lib/text/counts.ts";
import type { FaceValue } from "./faceValue.ts";

/** `3% off`, `2.5% above`: the price beside the face value. */
export function describeDiscount({ tenths }: Pick<FaceValue, "tenths">): string {
  return `${formatCount(Math.abs(tenths) / 10)}% ${tenths > 0 ? "off" : "above"}`;
}
