import type { IconNode } from "lucide";
import { outlineOf } from "./outline.ts";

/**
 * An icon of lucide, as large as its class says. It is decoration: what it stands for is said by the text beside it, or by the label of
 * its button.
 * @param strokeWidth of a drawing of 24 by 24.
 */
export function Icon({
  shape,
  className,
  strokeWidth = 2,
}: {
  shape: IconNode;
  className: string;
  strokeWidth?: number;
}) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d={outlineOf(shape)} />
    </svg>
  );
}
