"use client";

import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { AddProduct } from "#components/catalog/product/AddToOrder.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { isFilledByCatalog } from "#lib/orders/drafts/draftNames.ts";
import type { SavedDraft } from "#lib/contracts/orders/drafts.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { TypedLine } from "#lib/contracts/orders/placeOrder.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { paths } from "#lib/paths.ts";
import { lineOf } from "#lib/orders/drafts/draftLine.ts";
import { addToDraft, draftsQuery, removeFromDraft } from "#lib/queries/orders/draft.ts";
import { CatalogScreen } from "./CatalogScreen.tsx";
import { addedTitle, suggestedAmounts } from "#components/catalog/product/addedWords.ts";

/** The catalog and the order being built, for members who place orders; the catalog alone for others. */
export function CatalogWithOrder() {
  const mayOrder = usePermission("orders.place");
  return mayOrder ? <Ordering /> : <CatalogScreen />;
}

function Ordering() {
  const environment = useEnvironment();
  const client = useQueryClient();
  const { data } = useQuery(draftsQuery(environment));
  const count = data?.items.find(isFilledByCatalog)?.lineCount ?? 0;
  const undo = useCallback(
    (saved: SavedDraft, lines: readonly TypedLine[]) => ({
      label: "Undo",
      act: () => void takeBack(client, environment, saved, lines),
    }),
    [client, environment],
  );
  const add = useCallback<AddProduct>(
    async (product, choice) => {
      const line = lineOf(product, choice.quantity, choice.amount);
      const saved = await addToDraft(client, environment, [line]);
      const now = `Your order has ${counted(saved.lineCount, "line", "lines")}.`;
      toast(addedTitle(product, choice), {
        tone: "done",
        detail: `${product.name}. ${now}`,
        action: undo(saved, [line]),
      });
      return now;
    },
    [client, environment, undo],
  );
  const addAll = useCallback(
    async (products: readonly Product[], quantity: number) => {
      try {
        const lines = products.map((product) => lineOf(product, quantity));
        const saved = await addToDraft(client, environment, lines);
        const now = `It has ${counted(saved.lineCount, "line", "lines")}.`;
        const suggested = suggestedAmounts(products);
        toast(`Added ${counted(products.length, "product", "products")} to your order`, {
          tone: "done",
          detail: suggested === null ? now : `${now} ${suggested}`,
          action: undo(saved, lines),
        });
        return true;
      } catch (error) {
        toast("Couldn't add these to your order", { tone: "refused", detail: asProblem(error).detail });
        return false;
      }
    },
    [client, environment, undo],
  );
  return (
    <CatalogScreen
      onAdd={add}
      onAddAll={addAll}
      actions={
        // As wide as either text, so that nothing moves when the count arrives.
        <LinkButton href={paths.newOrder()} className="min-w-32">
          {count === 0 ? "New order" : `View order (${formatCount(count)})`}
        </LinkButton>
      }
    />
  );
}

/** Removes what was just added, with a message. */
async function takeBack(
  client: QueryClient,
  environment: Environment,
  saved: SavedDraft,
  lines: readonly TypedLine[],
): Promise<void> {
  try {
    const ids = lines.map(({ id }) => id);
    const { lineCount } = await removeFromDraft(client, environment, saved, ids);
    toast("Removed from your order", { detail: `It has ${counted(lineCount, "line", "lines")}.` });
  } catch (error) {
    toast("Couldn't remove this from your order", { tone: "refused", detail: asProblem(error).detail });
  }
}
