"use client";

import { useEffect } from "react";
import { FONTS, FONTS_COOKIE } from "#lib/fontsCookie.ts";
import { keptCookie } from "#lib/keptCookie.ts";

/**
 * The first page that a browser opens is painted with fonts of its system: waiting for the web fonts would hold up the paint, and
 * changing to them afterwards would paint every text twice. Once that page is idle, this fetches them for the next one.
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
    // Without a connection: the next page tries again.
  }
}
