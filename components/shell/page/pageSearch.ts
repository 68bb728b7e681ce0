import { useSearchParams } from "next/navigation";
import { createContext, use } from "react";

/** The search of a main page's own address: while it is hidden, the one that it was left with (./KeptPages.tsx). */
export const PageSearch = createContext<URLSearchParams | null>(null);

/** The search of the address of the page that asks. Main pages use this in place of `useSearchParams`, which tells a hidden page that of another one. */
export function usePageSearch(): URLSearchParams {
  const own = use(PageSearch);
  const inWindow = useSearchParams();
  return own ?? inWindow;
}
