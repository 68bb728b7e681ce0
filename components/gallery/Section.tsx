import type { ReactNode } from "react";

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-4 border-t border-line pt-4">
      <h2 className="text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/** One primitive in several states, side by side as far as there is space. */
export function Specimens({ of, children }: { of: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={of} className="flex flex-col gap-2">
      <h3 className="text-[0.8125rem] font-medium text-ink-faint">{of}</h3>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </div>
  );
}

/** The same for what takes the whole width of its place. */
export function WideSpecimens({ of, children }: { of: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={of} className="flex flex-col gap-2">
      <h3 className="text-[0.8125rem] font-medium text-ink-faint">{of}</h3>
      <div className="grid gap-4 md:grid-cols-2">{children}</div>
    </div>
  );
}
