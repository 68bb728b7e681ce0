"use client";

import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import type { Environment } from "#lib/contracts/environment.ts";
import type { SavedDraft } from "#lib/contracts/orders/drafts.ts";
import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { lineOf } from "#lib/orders/drafts/draftLine.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { addToDraft, changeQuantity, removeFromDraft, type PlacedLine } from "#lib/queries/orders/draft.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import type { AddProduct } from "#components/catalog/product/AddToOrder.tsx";
import { addedTitle, suggestedAmounts } from "#components/catalog/product/addedWords.ts";
import type { AddAll, AddedQuantities } from "#components/catalog/list/ProductList.tsx";

const NONE_ADDED: AddedQuantities = new Map();

/**
 * Adding products to the order being built. A product that is added once more at the same amount raises the quantity of its line, as
 * long as that line is there; each is told with a message that takes it back.
 * @param lineCount how many lines the order has now, from wherever they were added
 */
export function useCatalogOrder(lineCount: number): {
  add: AddProduct;
  addAll: AddAll;
  added: AddedQuantities;
} {
  const environment = useEnvironment();
  const client = useQueryClient();
  const placed = useRef(new Map<string, PlacedLine>());
  const [tally, setTally] = useState({ quantities: NONE_ADDED, lineCount: 0 });
  const count = useCallback<Count>((products, change, saved, lines) => {
    setTally((before) => {
      const isKnown = before.lineCount + lines === saved.lineCount;
      const quantities = new Map(isKnown ? before.quantities : NONE_ADDED);
      for (const { id } of products) quantities.set(id, Math.max(0, (quantities.get(id) ?? 0) + change));
      return { quantities, lineCount: saved.lineCount };
    });
  }, []);

  const add = useCallback<AddProduct>(
    async (product, choice) => {
      const { quantity } = choice;
      const line = lineOf(product, quantity, choice.amount);
      const key = sameLineKey(line);
      const before = placed.current.get(key);
      const raised = before ? await changeQuantity(client, environment, before, quantity) : null;
      const saved = raised?.saved ?? (await addToDraft(client, environment, [line]));
      const now = raised?.placed ?? { line, draft: saved };
      placed.current.set(key, now);
      count([product], quantity, saved, raised ? 0 : 1);

      async function undo(): Promise<SavedDraft | null> {
        placed.current.delete(key);
        if (!raised) {
          const left = await removeFromDraft(client, environment, saved, [line.id]);
          count([product], -quantity, left, -1);
          return left;
        }
        const lowered = await changeQuantity(client, environment, now, -quantity);
        if (lowered === null) return null;
        placed.current.set(key, lowered.placed);
        count([product], -quantity, lowered.saved, 0);
        return lowered.saved;
      }
      const lines = `Your order has ${counted(saved.lineCount, "line", "lines")}.`;
      const total = raised ? `Now ${formatCount(Number(now.line.quantity))} in its line. ${lines}` : lines;
      toast(addedTitle(product, choice), {
        tone: "done",
        detail: `${product.name}. ${total}`,
        values: [product.name],
        action: { label: "Undo", act: () => void takeBack(undo) },
      });
      return total;
    },
    [client, environment, count],
  );
  const addAll = useAddAll(client, environment, count);
  // Otherwise lines were ordered, removed or added elsewhere, and what was added here says nothing about the order.
  return { add, addAll, added: tally.lineCount === lineCount ? tally.quantities : NONE_ADDED };
}

/** Counts what was added or taken back: `change` of each product, in so many `lines` more or fewer. */
type Count = (products: readonly Product[], change: number, saved: SavedDraft, lines: number) => void;

/** Lines of the same product, amount and country differ in nothing but their quantity. */
function sameLineKey({ productId, amount, countryCode }: TypedLine): string {
  return `${productId} ${amount} ${countryCode}`;
}

function useAddAll(client: QueryClient, environment: Environment, count: Count): AddAll {
  return useCallback(
    async (products, quantity) => {
      try {
        const lines = products.map((product) => lineOf(product, quantity));
        const saved = await addToDraft(client, environment, lines);
        count(products, quantity, saved, products.length);
        const now = `It has ${counted(saved.lineCount, "line", "lines")}.`;
        const suggested = suggestedAmounts(products);
        toast(`Added ${counted(products.length, "product", "products")} to your order`, {
          tone: "done",
          detail: suggested === null ? now : `${now} ${suggested}`,
          action: {
            label: "Undo",
            act: () =>
              void takeBack(async () => {
                const ids = lines.map(({ id }) => id);
                const left = await removeFromDraft(client, environment, saved, ids);
                count(products, -quantity, left, -products.length);
                return left;
              }),
          },
        });
        return true;
      } catch (error) {
        toast("Couldn't add these to your order", { tone: "refused", detail: asProblem(error).detail });
        return false;
      }
    },
    [client, environment, count],
  );
}

/** Takes back what was just added, with a message; null from `remove`: it is no longer there as it was added. */
async function takeBack(remove: () => Promise<SavedDraft | null>): Promise<void> {
  try {
    const left = await remove();
    if (left === null) {
      toast("Nothing was removed", { detail: "Its line has changed since. Change it in your order." });
    } else {
      toast("Removed from your order", { detail: `It has ${counted(left.lineCount, "line", "lines")}.` });
    }
  } catch (error) {
    toast("Couldn't remove this from your order", { tone: "refused", detail: asProblem(error).detail });
  }
}
