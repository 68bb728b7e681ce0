import type { ReactNode } from "react";

export type PageHeaderProps = {
  title: ReactNode;
  /** Beside the title, such as a state or "as of 12:04". */
  aside?: ReactNode;
  description?: ReactNode;
  /** Buttons, at the end. */
  actions?: ReactNode;
  /** A link to the page above this one, such as the list. */
  above?: ReactNode;
};

/** The head of every page: its h1 and its buttons. */
export function PageHeader({ title, aside, description, actions, above }: PageHeaderProps) {
  return (
    <header className="mb-4">
      {above ? <div className="mb-1 text-[0.8125rem]">{above}</div> : null}
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="min-w-0 text-xl leading-7 font-semibold tracking-tight wrap-anywhere">{title}</h1>
        {aside}
        {actions ? (
          <div className="print-hidden ms-auto flex flex-wrap items-center gap-2">{actions}</div>
        ) : null}
      </div>
      {description ? <div className="mt-1 max-w-prose text-ink-soft">{description}</div> : null}
    </header>
  );
}
