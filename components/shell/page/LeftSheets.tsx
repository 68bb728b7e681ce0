"use client";

import { useEffect } from "react";
import { removeLeftEntry } from "#components/ui/overlays/sheetEntry.ts";

/**
 * Leaves an entry of the browser's history that a sheet had, where the sheet is no longer open: after a reload, or when somebody
 * comes back from a page that was opened in it. Otherwise going back would seem to do nothing there.
 */
export function LeftSheets() {
  useEffect(() => {
    removeLeftEntry();
    addEventListener("popstate", removeLeftEntry);
    return () => removeEventListener("popstate", removeLeftEntry);
  }, []);
  return null;
}
