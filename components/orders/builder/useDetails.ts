import { useRef, type RefObject } from "react";
import { tagsProblem } from "#lib/contracts/orders/orderTags.ts";
import type { OrderDraft } from "#lib/contracts/orders/placeOrder.ts";
import { referenceProblem } from "#lib/contracts/orders/referenceProblem.ts";

export type Details = {
  reference: RefObject<HTMLInputElement | null>;
  tags: RefObject<HTMLInputElement | null>;
  /** The first detail that no order can have as it is; `onFix` goes to its field. */
  wrong: { name: string; onFix: () => void } | null;
};

/** The fields of the order's details that can be wrong. */
export function useDetails(draft: OrderDraft): Details {
  const reference = useRef<HTMLInputElement>(null);
  const tags = useRef<HTMLInputElement>(null);
  const wrongOf = () => {
    if (referenceProblem(draft.externalOrderCode) !== null)
      return { name: "order reference", onFix: () => reference.current?.focus() };
    if (tagsProblem(draft.tags ?? "") !== null) return { name: "tags", onFix: () => tags.current?.focus() };
    return null;
  };
  return { reference, tags, wrong: wrongOf() };
}
