import type { ReactNode } from "react";

export type PageHeaderProps = {
  title: ReactNode;
  /** Beside the title, such as a state or "as of 12:04". */
  aside?: ReactNode;
  description?: ReactNode;
  /** Buttons, at the end. */
  actions?: ReactNode;
  /** The title and what is beside it fill their line: the buttons stand beside the description, or below it. */
  isTitleLong?: boolean;
  /** A link to the page above this one, such as the list. */
  above?: ReactNode;
};

const LINE = "flex flex-wrap items-center gap-x-3 gap-y-2";

/** The head of every page: its h1 and its buttons. */
export function PageHeader({
  title,
  aside,
  description,
  actions,
  isTitleLong = false,
  above,
}: PageHeaderProps) {
  const buttons = actions ? (
    <div className="print-hidden ms-auto flex flex-wrap items-center justify-end gap-2">{actions}</div>
  ) : null;
  const about = description ? <div className="mt-1 max-w-prose text-ink-soft">{description}</div> : null;
  const head = (
    <div className={`min-h-9 ${LINE}`}>
      {/* Takes the focus when a link has led here (./useFocusOnPage.ts). */}
      <h1 tabIndex={-1} className="min-w-0 text-xl leading-7 font-semibold tracking-tight wrap-anywhere">
        {title}
      </h1>
      {aside}
    </div>
  );
  return (
    <header className="mb-4">
      {above ? <div className="print-hidden mb-1 text-[0.8125rem]">{above}</div> : null}
      {isTitleLong ? (
        <>
          {head}
          <div className={LINE}>
            {about}
            {buttons}
          </div>
        </>
      ) : (
        // Where the buttons don't fit beside the title and its description, they come after both.
        <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
          <div className="min-w-0 grow sm:w-96">
            {head}
            {about}
          </div>
          {buttons}
        </div>
      )}
    </header>
  );
}
