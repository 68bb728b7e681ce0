"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { AddProduct } from "#components/catalog/product/AddToOrder.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { usePermission } from "#components/shell/viewer/ViewerProvider.tsx";
import { LinkButton } from "#components/ui/actions/LinkButton.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { isFilledByCatalog } from "#lib/orders/drafts/draftNames.ts";
import type { Product } from "#lib/contracts/product.ts";
import { asProblem } from "#lib/queries/problemError.ts";
import { paths } from "#lib/paths.ts";
import { lineOf } from "#lib/orders/drafts/draftLine.ts";
import { addToDraft, draftsQuery } from "#lib/queries/draft.ts";
import { CatalogScreen } from "./CatalogScreen.tsx";

/** The catalog and the order it fills, for members who place orders; the catalog alone for the others. */
export function CatalogWithOrder() {
  const mayOrder = usePermission("orders.place");
  return mayOrder ? <Ordering /> : <CatalogScreen />;
}

function Ordering() {
  const environment = useEnvironment();
  const client = useQueryClient();
  const { data } = useQuery(draftsQuery(environment));
  const count = data?.items.find(isFilledByCatalog)?.lineCount ?? 0;
  const add = useCallback<AddProduct>(
    async (product, { quantity, amount }) => {
      const { lineCount } = await addToDraft(client, environment, [lineOf(product, quantity, amount)]);
      const now = `Your order has ${counted(lineCount, "line", "lines")}.`;
      toast("Added to your order", { tone: "done", detail: now });
      return now;
    },
    [client, environment],
  );
  const addAll = useCallback(
    async (products: readonly Product[], quantity: number) => {
      try {
        const { lineCount } = await addToDraft(
          client,
          environment,
          products.map((product) => lineOf(product, quantity)),
        );
        toast(`Added ${counted(products.length, "product", "products")} to your order`, {
          tone: "done",
          detail: `It has ${counted(lineCount, "line", "lines")}.`,
        });
        return true;
      } catch (error) {
        toast("Couldn't add these to your order", { tone: "refused", detail: asProblem(error).detail });
        return false;
      }
    },
    [client, environment],
  );
  return (
    <CatalogScreen
      onAdd={add}
      onAddAll={addAll}
      actions={
        // As wide as either wording: nothing moves when the count arrives.
        <LinkButton href={paths.newOrder()} className="min-w-32">
          {count === 0 ? "New order" : `View order (${formatCount(count)})`}
        </LinkButton>
      }
    />
  );
}
