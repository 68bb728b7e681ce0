import type { ReactNode } from "react";
import { Banner } from "#components/ui/feedback/Banner.tsx";

/** A question about a table, with a button for each answer. */
export function Ask({ title, says, children }: { title: string; says?: ReactNode; children: ReactNode }) {
  return (
    <Banner tone="partial" live="off" title={title}>
      {says === undefined ? null : <p>{says}</p>}
      <div className="mt-2 flex flex-wrap gap-1.5">{children}</div>
    </Banner>
  );
}
