"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { OrderDraft, OrderDraftView } from "#lib/contracts/orders/placeOrder.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { DraftProduct, DraftProducts } from "#lib/orders/drafts/draftLine.ts";
import { DraftSync } from "#lib/orders/drafts/draftSync.ts";
import { draftQuery, draftsQuery, readDraft, saveChanges } from "#lib/queries/orders/draft.ts";
import { onOtherTabs, tellOtherTabs } from "#lib/queries/orders/draftChannel.ts";
import { isProblemError } from "#lib/queries/client/problemError.ts";
import { useTabOwner } from "#components/shell/viewer/ViewerProvider.tsx";
import { draftBackup } from "./draftBackup.ts";
import { useUnknownProducts } from "#components/orders/builder/lines/useUnknownProducts.ts";
import { whyNotSaved } from "./whyNotSaved.ts";

/** The draft as it is being edited, its products, and whether it is saved. All edits go through `edit`. */
export function useDraft(environment: Environment, opened: OrderDraftView) {
  const [learned, setLearned] = useState<DraftProducts>(() => entriesOf([], missingOf(opened)));
  const learn = useCallback(
    (fresh: readonly DraftProduct[], missing: readonly number[] = []) =>
      setLearned((known) => {
        // Each save returns the products of its lines. Only changed products cause the whole draft to be checked again.
        const news = [...entriesOf(fresh, missing)].filter(
          ([id, product]) => JSON.stringify(known.get(id)) !== JSON.stringify(product),
        );
        return news.length === 0 ? known : new Map([...known, ...news]);
      }),
    [],
  );
  const client = useQueryClient();
  const owner = useTabOwner();
  const queryKey = draftQuery(
    environment,
    opened.origin === null && opened.name === null ? undefined : opened.id,
  ).queryKey;
  const [sync] = useState(
    () =>
      new DraftSync(opened, {
        save: (body) => saveChanges(environment, body),
        read: (id, since) => readDraft(environment, { id, since }),
        isConflict: (error) => isProblemError(error) && error.problem.status === 409,
        describe: whyNotSaved,
        keep: (backup) => draftBackup.keep(owner, opened.id, backup),
        onView: (view) => {
          learn([...productsOf(view).values()], missingOf(view));
          client.setQueryData(queryKey, view);
        },
        onSaved: ({ products, retiredProductIds, ...saved }, stored) => {
          if (products.length > 0) learn([...productsOf({ products, retiredProductIds }).values()]);
          client.setQueryData(queryKey, (view) => view && { ...view, ...saved, draft: stored });
        },
        onChanged: (stored) => {
          tellOtherTabs(stored);
          void client.invalidateQueries({ queryKey: draftsQuery(environment).queryKey });
        },
        later: (ms, run) => {
          const timer = setTimeout(run, ms);
          return () => clearTimeout(timer);
        },
      }),
  );
  const { draft, safety, notices, canUndo, canRedo } = useSyncExternalStore(
    sync.subscribe,
    sync.getState,
    sync.getState,
  );

  // Read again whenever this tab becomes visible, and at once when another tab of this browser has saved.
  const { data: latest } = useQuery({ queryKey, enabled: false, initialData: opened });
  useEffect(() => {
    if (latest) void sync.catchUp(latest.version);
  }, [latest, sync]);
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === "visible") void sync.refresh();
    };
    const stop = onOtherTabs(({ id, version }) => {
      if (id === sync.id) void sync.catchUp(version);
    });
    addEventListener("focus", onVisible);
    document.addEventListener("visibilitychange", onVisible);
    return () => {
      stop();
      removeEventListener("focus", onVisible);
      document.removeEventListener("visibilitychange", onVisible);
    };
  }, [sync]);
  const { products: read, retiredProductIds } = latest ?? opened;
  const products: DraftProducts = useMemo(
    () => new Map([...productsOf(opened), ...productsOf({ products: read, retiredProductIds }), ...learned]),
    [opened, read, retiredProductIds, learned],
  );
  useUnknownProducts(environment, draft.lines, products, learn);

  useEffect(() => {
    let isGone = false;
    async function restore(): Promise<void> {
      const backup = await draftBackup.read(owner, sync.id);
      if (backup !== null && !isGone) await sync.restore(backup);
    }
    void restore();
    const leave = () => void sync.flush();
    addEventListener("pagehide", leave);
    return () => {
      isGone = true;
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [sync, owner]);

  const edit = useCallback(
    (change: (draft: OrderDraft) => OrderDraft) => {
      const { draft: before } = sync.getState();
      const after = change(before);
      if (after !== before) sync.edit(after);
    },
    [sync],
  );
  return { draft, safety, notices, canUndo, canRedo, products, edit, learn, sync };
}

const entriesOf = (found: readonly DraftProduct[], missing: readonly number[]): DraftProducts =>
  new Map([
    ...found.map((each) => [each.id, each] as const),
    ...missing.map((productId) => [productId, null] as const),
  ]);

/** The products of a stored draft that are not in the catalog. */
function missingOf({ draft, products }: Pick<OrderDraftView, "draft" | "products">): number[] {
  const found = new Set(products.map(({ id }) => id));
  return draft.lines.flatMap(({ productId }) => (found.has(productId) ? [] : productId));
}

function productsOf(view: Pick<OrderDraftView, "products" | "retiredProductIds">): Map<number, DraftProduct> {
  const retired = new Set(view.retiredProductIds);
  return new Map(view.products.map((each) => [each.id, { ...each, retired: retired.has(each.id) }]));
}
