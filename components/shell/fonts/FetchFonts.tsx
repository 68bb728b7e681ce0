"use client";

import { useEffect } from "react";
import { FONTS, FONTS_COOKIE } from "#lib/fontsCookie.ts";
import { keptCookie } from "#lib/keptCookie.ts";

/**
 * Fetches the web fonts for the next page once this one is idle. The first page that a browser opens uses system fonts: waiting
 * for the web fonts would delay the paint, and changing to them afterwards would paint every text twice.
 */
export function FetchFonts() {
  useEffect(() => {
    const waiting = setTimeout(() => void fetchFonts(), LATER);
    return () => clearTimeout(waiting);
  }, []);
  return null;
}

/** After the page's own requests, in milliseconds. */
const LATER = 3_000;

async function fetchFonts(): Promise<void> {
  try {
    const faces = await Promise.all(
      ['1rem "Inter"', '1rem "JetBrains Mono"'].map((font) => document.fonts.load(font)),
    );
    if (faces.every((found) => found.length > 0)) document.cookie = keptCookie(FONTS_COOKIE, FONTS);
  } catch {
    // No connection; the next page tries again.
  }
}
