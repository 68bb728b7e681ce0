import { FetchFonts } from "./FetchFonts.tsx";

/** The latin subset, which every page uses. app/globals.css names the same file. */
const INTER = new URL(
  "../../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  import.meta.url,
).pathname;

/** Paints a page with the web fonts if the browser has them (`areKept`); otherwise fetches them for the next page. */
export function WebFonts({ areKept }: { areKept: boolean }) {
  if (!areKept) return <FetchFonts />;
  return <link rel="preload" href={INTER} as="font" type="font/woff2" crossOrigin="anonymous" />;
}
