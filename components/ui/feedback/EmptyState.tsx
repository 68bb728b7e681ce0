import type { IconNode } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import type { ReactNode } from "react";

export type EmptyStateProps = {
  icon?: IconNode;
  title: ReactNode;
  /** What to do first. */
  children?: ReactNode;
  actions?: ReactNode;
};

export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-14 text-center">
      {icon ? <Icon shape={icon} className="size-6 text-ink-faint" strokeWidth={1.5} /> : null}
      <div className="text-base font-semibold">{title}</div>
      {children ? <div className="text-ink-soft">{children}</div> : null}
      {actions ? <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}
