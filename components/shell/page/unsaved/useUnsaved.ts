"use client";

import { useEffect } from "react";
import { noteUnsaved } from "./unsavedChanges.ts";

/**
 * Notes while a form has unsaved changes, under its name on the screen. A form that is hidden keeps its changes: they are forgotten when
 * they are saved, or with the page.
 */
export function useUnsaved(form: string, isUnsaved: boolean): void {
  useEffect(() => noteUnsaved(form, isUnsaved), [form, isUnsaved]);
}
