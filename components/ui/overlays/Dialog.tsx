"use client";

import { useId, type ReactNode } from "react";
import { cx } from "#components/ui/cx.ts";
import { ModalClose, ModalFoot, ModalHead } from "./ModalHead.tsx";
import { useModal } from "./useModal.ts";

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** What will happen, below the title. */
  description?: ReactNode;
  /** Work is under way that must not be left: Esc and the backdrop do nothing. */
  locked?: boolean;
  width?: "narrow" | "wide";
  /** Buttons at the foot, the main one last. */
  footer?: ReactNode;
  children?: ReactNode;
};

export function Dialog({
  open,
  onClose,
  title,
  description,
  locked = false,
  width = "narrow",
  footer,
  children,
}: DialogProps) {
  const modal = useModal(open, onClose, locked);
  const id = useId();
  return (
    <dialog
      {...modal}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      className={cx(
        "pop-in m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] flex-col overflow-hidden rounded-lg border border-line bg-raised text-ink shadow-raised open:flex",
        width === "narrow" ? "max-w-md" : "max-w-3xl",
      )}
    >
      {open ? (
        <>
          <ModalHead id={id} title={title} description={description} />
          {children ? <div className="min-h-0 grow overflow-y-auto px-5 pb-5">{children}</div> : null}
          {footer ? <ModalFoot>{footer}</ModalFoot> : null}
          <ModalClose onClose={onClose} locked={locked} />
        </>
      ) : null}
    </dialog>
  );
}
