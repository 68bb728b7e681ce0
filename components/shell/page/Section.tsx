import { useId, type ReactNode } from "react";

export type SectionProps = { title: ReactNode; aside?: ReactNode; actions?: ReactNode; children: ReactNode };

/** A part of a page under its own h2. */
export function Section({ title, aside, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-8">
      <div className="mb-1 flex min-h-9 flex-wrap items-center gap-x-3 border-b border-line pb-1">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {aside}
        {actions ? <div className="ms-auto flex flex-wrap items-center gap-2">{actions}</div> : null}
      </div>
      {children}
    </section>
  );
}
