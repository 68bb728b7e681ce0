import type { ReactNode } from "react";
import { Brand } from "#components/ui/display/Brand.tsx";

/** A page outside the desk with a single message. */
export function MessagePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto flex max-w-sm flex-col gap-6 px-4 pt-[16dvh] pb-10">
      <Brand />
      <div>
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        <div className="mt-2 flex flex-col items-start gap-4 text-ink-soft">{children}</div>
      </div>
    </main>
  );
}
