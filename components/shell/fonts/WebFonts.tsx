import { FetchFonts } from "./FetchFonts.tsx";

/** The latin subset, which is on every page. app/globals.css names the same file. */
const INTER = new URL(
  "../../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  import.meta.url,
).pathname;

/** Has a page painted with the web fonts if the browser has them (`areKept`), and fetches them for the next page if not. */
export function WebFonts({ areKept }: { areKept: boolean }) {
  if (!areKept) return <FetchFonts />;
  return <link rel="preload" href={INTER} as="font" type="font/woff2" crossOrigin="anonymous" />;
}
