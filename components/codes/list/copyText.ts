"use client";

import { announce } from "#components/ui/Announcer.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { clearClipboardLater } from "./clipboard.ts";

/** Copies codes from a menu or after loading them, and says whether that worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    announce("The browser didn't allow copying. Select the text and copy it yourself.");
    return false;
  }
  clearClipboardLater(text);
  toast("Copied.");
  return true;
}
