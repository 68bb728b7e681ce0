import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export type EmptyStateProps = {
  icon?: LucideIcon;
  title: ReactNode;
  /** What to do first. */
  children?: ReactNode;
  actions?: ReactNode;
};

export function EmptyState({ icon: Icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-14 text-center">
      {Icon ? <Icon aria-hidden className="size-6 text-ink-faint" strokeWidth={1.5} /> : null}
      <div className="text-base font-semibold">{title}</div>
      {children ? <div className="text-ink-soft">{children}</div> : null}
      {actions ? <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}
