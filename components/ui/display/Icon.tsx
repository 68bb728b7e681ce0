import type { IconNode } from "lucide";
import { outlineOf } from "./outline.ts";

/**
 * A lucide icon, with the size of its class. It is decorative: the text beside it, or the label of its button, has its meaning.
 * @param strokeWidth for a drawing of 24 by 24.
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
