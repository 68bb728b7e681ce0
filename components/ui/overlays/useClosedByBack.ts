import { useEffect, useEffectEvent, useState } from "react";
import { reenterSheet, enterSheet, isInSheetEntry, leaveSheet } from "./sheetEntry.ts";

/** Where sheets fill the window: a phone, as in the Tailwind theme. */
const PHONE = "(width < 40rem)";

/**
 * On a phone, going back closes a sheet that fills the window, and the page below stays. A sheet that asks first, or is `locked`,
 * stays open, and can be closed in the same way later.
 */
export function useClosedByBack({
  open,
  locked = false,
  onClose,
}: {
  open: boolean;
  locked?: boolean;
  onClose: () => void;
}): void {
  const [returns, setReturns] = useState(0);
  const onBack = useEffectEvent(() => {
    if (isInSheetEntry()) return;
    setReturns((count) => count + 1);
    if (!locked) onClose();
  });
  useEffect(() => {
    if (!open || !matchMedia(PHONE).matches) return undefined;
    enterSheet();
    const follow = () => onBack();
    addEventListener("popstate", follow);
    return () => {
      removeEventListener("popstate", follow);
      leaveSheet();
    };
  }, [open]);
  useEffect(() => {
    if (open && returns > 0) reenterSheet();
  }, [open, returns]);
}
