import type { ReactNode } from "react";
import { createPortal } from "react-dom";

/** Shows its content in another place of the page: a button of a dialog's content at its foot, for example. Null: not shown yet. */
export function InPlace({ place, children }: { place: HTMLElement | null; children: ReactNode }) {
  return place === null ? null : createPortal(children, place);
}
