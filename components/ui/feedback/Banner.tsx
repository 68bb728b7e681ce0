import { CircleAlert, CircleCheck, CircleHelp, Clock, Info, TriangleAlert, type IconNode } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import type { ReactNode } from "react";
import { cx } from "#components/ui/cx.ts";
import { TONE_SURFACE, type Tone } from "#components/ui/display/tones.ts";

const ICON: Record<Tone, IconNode> = {
  neutral: Info,
  accent: Info,
  processing: Clock,
  done: CircleCheck,
  partial: TriangleAlert,
  refused: CircleAlert,
  unknown: CircleHelp,
};

export type BannerProps = {
  tone?: Tone;
  title: ReactNode;
  /** `alert` interrupts a screen reader, `status` waits, `off` is for content that was there from the start. */
  live?: "alert" | "status" | "off";
  /** Buttons, at the end. */
  actions?: ReactNode;
  className?: string;
  children?: ReactNode;
};

/** A message about this page or section, shown in place. */
export function Banner({
  tone = "neutral",
  title,
  live = "status",
  actions,
  className,
  children,
}: BannerProps) {
  return (
    <div
      role={live === "off" ? undefined : live}
      className={cx(
        "flex flex-wrap items-start gap-x-3 gap-y-2 rounded-md border px-3 py-2.5",
        TONE_SURFACE[tone],
        className,
      )}
    >
      <Icon shape={ICON[tone]} className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 grow basis-40">
        <p className="font-medium wrap-anywhere">{title}</p>
        {children ? <div className="mt-0.5 text-ink wrap-anywhere">{children}</div> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
    </div>
  );
}
