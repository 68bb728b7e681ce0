import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { focusNextHeading } from "#components/ui/nextHeading.ts";

/** Opens a page whose heading takes the focus. `isOpening` until that page is shown, which may wait for a connection. */
export function useOpenPage(): { isOpening: boolean; openPage: (path: string) => void } {
  const router = useRouter();
  const [isOpening, startOpening] = useTransition();
  const openPage = (path: string) => {
    focusNextHeading();
    startOpening(() => router.push(path));
  };
  return { isOpening, openPage };
}
