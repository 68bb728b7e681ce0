import type { ReactNode } from "react";
import { cx } from "#components/ui/cx.ts";
import { TONE_SURFACE, type Tone } from "./tones.ts";

/**
 * A state in one or two words. The words carry the meaning; the colour only helps. As high as its text from the beginning, so that it does
 * not move when a browser paints before it has read the text.
 */
export function Badge({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        "inline-flex h-5 max-w-full items-center gap-1 rounded-sm border align-middle px-1.5 text-xs leading-[1.125rem] font-medium",
        TONE_SURFACE[tone],
      )}
    >
      <span className="truncate">{children}</span>
    </span>
  );
}
