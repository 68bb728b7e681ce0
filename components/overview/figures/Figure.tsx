import type { ReactNode } from "react";
import { TextLink } from "#components/ui/actions/TextLink.tsx";

export type FigureProps = {
  label: string;
  value: ReactNode;
  /** The list of exactly what it counts. */
  href: string;
  /** A small line below: the period before, or what it is out of. */
  note: ReactNode;
};

/** One figure of the overview; it leads to what it counts. */
export function Figure({ label, value, href, note }: FigureProps) {
  return (
    <div className="relative min-w-0 border-b border-line py-3">
      <dt className="text-[0.8125rem] text-ink-soft">{label}</dt>
      <dd className="mt-0.5">
        <TextLink href={href} stretched className="text-lg leading-6 font-semibold text-ink tabular-nums">
          {value}
        </TextLink>
        <span className="block min-h-4 text-xs leading-4 text-ink-faint tabular-nums">{note}</span>
      </dd>
    </div>
  );
}
