import type { ReactNode } from "react";
import { TextLink } from "#components/ui/actions/TextLink.tsx";

export type FigureProps = {
  label: string;
  value: ReactNode;
  /** The list of exactly the orders that it counts. */
  href: string;
  /** A small line below: the previous period, or the total it is part of. */
  note: ReactNode;
};

/** One figure of the overview, with a link to what it counts. */
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
