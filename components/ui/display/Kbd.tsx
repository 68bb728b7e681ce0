import type { ReactNode } from "react";

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-sm border border-line bg-surface px-1 font-sans text-xs leading-4 text-ink-faint">
      {children}
    </kbd>
  );
}
