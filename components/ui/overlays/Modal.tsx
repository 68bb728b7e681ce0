"use client";

import { X } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useEffect, useId, useRef, type ComponentProps, type MouseEvent, type ReactNode } from "react";
import { IconButton } from "#components/ui/actions/IconButton.tsx";
import { cx } from "#components/ui/cx.ts";
import { keepCaret } from "./keepCaret.ts";
import { isComposing } from "#components/ui/inputs/isComposing.ts";

/** `center` is for questions; `side` shows more about something beside the page that it belongs to. */
export type ModalPlacement = "center" | "side";

export type ModalProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Below the title, such as what will happen. */
  description?: ReactNode;
  placement?: ModalPlacement;
  /** Work that must not be interrupted is in progress: Esc and the backdrop do nothing. */
  locked?: boolean;
  width?: "narrow" | "wide";
  /** Buttons at the foot, the main one last. */
  footer?: ReactNode;
  children?: ReactNode;
};

const PLACEMENT: Record<ModalPlacement, { box: string; narrow: string; wide: string }> = {
  center: {
    box: "m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] rounded-lg border",
    narrow: "max-w-md",
    wide: "max-w-3xl",
  },
  // Fills the width of a phone.
  side: {
    box: "pop-from-end my-0 ms-auto me-0 h-dvh max-h-none w-full max-w-full border-s",
    narrow: "sm:max-w-md",
    wide: "sm:max-w-2xl",
  },
};

/** A dialog with a title, content, buttons and a close button. */
export function Modal(props: ModalProps) {
  const { open, onClose, title, description, locked = false, footer, children } = props;
  const { placement = "center", width = "narrow" } = props;
  const id = useId();
  const { box, [width]: widest } = PLACEMENT[placement];
  return (
    <ModalFrame
      open={open}
      onClose={onClose}
      locked={locked}
      isQuestion={placement === "center"}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      className={cx("flex-col open:flex", box, widest)}
    >
      <div className="shrink-0 ps-5 pe-14 pt-4 pb-3">
        <h2 id={`${id}-title`} className="text-base font-semibold wrap-anywhere">
          {title}
        </h2>
        {description ? (
          <div id={`${id}-description`} className="mt-1 text-ink-soft wrap-anywhere">
            {description}
          </div>
        ) : null}
      </div>
      {children || placement === "side" ? (
        <div className="min-h-0 grow overflow-y-auto px-5 pb-5">{children}</div>
      ) : null}
      {footer ? (
        <div className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
          {footer}
        </div>
      ) : null}
      {/* Comes last, so that the focus starts in the content. */}
      <div className="absolute end-3.5 top-3.5">
        <IconButton size="small" label="Close" onClick={onClose} disabled={locked}>
          <Icon shape={X} className="size-4" />
        </IconButton>
      </div>
    </ModalFrame>
  );
}

export type ModalFrameProps = Pick<ModalProps, "open" | "onClose" | "locked" | "children"> &
  Omit<ComponentProps<"dialog">, "open" | "onClose"> & {
    /**
     * The dialog asks for something: the focus starts in its first field, and once a field was changed, a press on the backdrop
     * does nothing, because a slip beside the dialog would lose what was typed.
     */
    isQuestion?: boolean;
  };

/**
 * The bare native dialog, for content with its own head. The focus moves in and comes back; Esc and a press on the backdrop ask
 * to close, except while `locked`. The content exists only while the dialog is open.
 */
export function ModalFrame(props: ModalFrameProps) {
  const { open, onClose, locked = false, isQuestion = false, className, children, ...rest } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const isChanged = useRef(false);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return undefined;
    const opener = document.activeElement;
    const returnCaret = keepCaret(opener);
    isChanged.current = false;
    dialog.showModal();
    if (isQuestion) focusFirstControl(dialog);
    return () => {
      dialog.close();
      // The browser returns the focus itself, unless the dialog has already left the page.
      if (opener instanceof HTMLElement && opener.isConnected && document.activeElement === document.body)
        opener.focus();
      returnCaret();
    };
  }, [open, isQuestion]);

  return (
    // A press on the backdrop is an event on the dialog itself; by keyboard, Esc does the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      {...rest}
      ref={ref}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!locked) onClose();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented || isComposing(event.nativeEvent)) return;
        // A menu inside closes first.
        if (ref.current?.querySelector(":popover-open")) return;
        // Not left to the browser, which lets a second Esc through without asking.
        event.preventDefault();
        if (!locked) onClose();
      }}
      onInput={() => {
        isChanged.current = true;
      }}
      onMouseDown={(event: MouseEvent) => {
        // The content fills the dialog's box, so a press on the element itself is one on the backdrop.
        if (event.target !== event.currentTarget) return;
        // The focus stays where it is.
        event.preventDefault();
        if (!locked && !(isQuestion && isChanged.current)) onClose();
      }}
      className={cx("pop-in overflow-hidden border-line bg-raised text-ink shadow-raised", className)}
    >
      {open ? children : null}
    </dialog>
  );
}

const CONTROLS = "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled";

/**
 * Browsers focus scrollable content before the controls inside it. If the first control is not visible, the content is focused,
 * because people read and scroll first.
 */
function focusFirstControl(dialog: HTMLDialogElement): void {
  const focused = document.activeElement;
  if (focused === null || focused === dialog || !dialog.contains(focused) || focused.matches(CONTROLS))
    return;
  const control = [...focused.querySelectorAll<HTMLElement>(CONTROLS)].find((each) => each.checkVisibility());
  if (control === undefined) return;
  const isInSight = control.getBoundingClientRect().bottom <= focused.getBoundingClientRect().bottom;
  if (isInSight) control.focus({ preventScroll: true });
}
