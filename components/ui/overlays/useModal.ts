import { useEffect, useRef, type MouseEvent, type SyntheticEvent } from "react";

/**
 * Drives a native modal dialog from `open`: focus goes in and comes back, Esc and a press on the backdrop
 * ask to close. While `locked`, they do not.
 */
export function useModal(open: boolean, onClose: () => void, locked: boolean) {
  const ref = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return undefined;
    const opener = document.activeElement;
    dialog.showModal();
    return () => {
      dialog.close();
      // The browser gives the focus back itself, unless the dialog has left the page already.
      if (opener instanceof HTMLElement && opener.isConnected && document.activeElement === document.body)
        opener.focus();
    };
  }, [open]);

  return {
    ref,
    onCancel(event: SyntheticEvent) {
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      if (!locked) onClose();
    },
    onMouseDown(event: MouseEvent) {
      // The dialog's own box is filled by its content: a press on the element itself is one on the backdrop.
      if (event.target === event.currentTarget && !locked) onClose();
    },
  };
}
