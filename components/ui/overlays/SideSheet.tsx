"use client";

import { useId, type ReactNode } from "react";
import { cx } from "#components/ui/cx.ts";
import { ModalClose, ModalFoot, ModalHead } from "./ModalHead.tsx";
import { useModal } from "./useModal.ts";

export type SideSheetProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  locked?: boolean;
  width?: "narrow" | "wide";
  footer?: ReactNode;
  children?: ReactNode;
};

/** More about one thing, beside the page it came from. Fills the width of a phone. */
export function SideSheet({
  open,
  onClose,
  title,
  description,
  locked = false,
  width = "narrow",
  footer,
  children,
}: SideSheetProps) {
  const modal = useModal(open, onClose, locked);
  const id = useId();
  return (
    <dialog
      {...modal}
      aria-labelledby={`${id}-title`}
      className={cx(
        "pop-in pop-from-end my-0 ms-auto me-0 h-dvh max-h-none w-full max-w-full flex-col overflow-hidden border-s border-line bg-raised text-ink shadow-raised open:flex",
        width === "narrow" ? "sm:max-w-md" : "sm:max-w-2xl",
      )}
    >
      {open ? (
        <>
          <ModalHead id={id} title={title} description={description} />
          <div className="min-h-0 grow overflow-y-auto px-5 pb-5">{children}</div>
          {footer ? <ModalFoot>{footer}</ModalFoot> : null}
          <ModalClose onClose={onClose} locked={locked} />
        </>
      ) : null}
    </dialog>
  );
}
