"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { z } from "zod";
import { orderDraft, type OrderDraft, type OrderDraftView } from "#lib/contracts/placeOrder.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { DraftProduct } from "#lib/orders/drafts/draftLine.ts";
import { DraftSync } from "#lib/orders/drafts/draftSync.ts";
import { draftQuery, readDraft, saveDraft } from "#lib/queries/draft.ts";
import { asProblem, isProblemError } from "#lib/queries/problemError.ts";
import { keepInTab, keptInTab } from "./sessionKeep.ts";

const backupSchema = z.object({ base: orderDraft, draft: orderDraft });
const backupKey = (environment: Environment, memberId: string) => `draft ${environment} ${memberId}`;

/** The draft as it is typed, its products, and how safe it is. Everything that is typed goes through `edit`. */
export function useDraft(environment: Environment, memberId: string, opened: OrderDraftView) {
  const [learned, setLearned] = useState<ReadonlyMap<number, DraftProduct>>(new Map());
  const learn = useCallback(
    (fresh: readonly DraftProduct[]) =>
      setLearned((known) => new Map([...known, ...fresh.map((each) => [each.id, each] as const)])),
    [],
  );
  const client = useQueryClient();
  const [sync] = useState(
    () =>
      new DraftSync(opened, {
        save: (body) => saveDraft(environment, body),
        read: () => readDraft(environment),
        isConflict: (error) => isProblemError(error) && error.problem.status === 409,
        describe: (error) => asProblem(error).detail,
        keep: (backup) => keepInTab(backupKey(environment, memberId), backup),
        onView: (view) => {
          learn([...productsOf(view).values()]);
          client.setQueryData(draftQuery(environment).queryKey, view);
        },
        later: (ms, run) => {
          const timer = setTimeout(run, ms);
          return () => clearTimeout(timer);
        },
      }),
  );
  const { draft, safety } = useSyncExternalStore(sync.subscribe, sync.getState, sync.getState);

  // Read again whenever the tab is looked at: another one may have added lines.
  const { data: latest } = useQuery(draftQuery(environment));
  useEffect(() => {
    if (latest) sync.offer(latest);
  }, [latest, sync]);
  const products = useMemo(
    () => new Map([...productsOf(opened), ...productsOf(latest ?? opened), ...learned]),
    [opened, latest, learned],
  );

  useEffect(() => {
    const backup = backupSchema.safeParse(keptInTab(backupKey(environment, memberId)));
    if (backup.success) sync.restore(backup.data);
    const leave = () => void sync.flush();
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [environment, memberId, sync]);

  const edit = useCallback(
    (change: (draft: OrderDraft) => OrderDraft) => {
      const { draft: before } = sync.getState();
      const after = change(before);
      if (after !== before) sync.edit(after);
    },
    [sync],
  );
  return {
    draft,
    safety,
    products,
    edit,
    learn,
    flush: useCallback(() => sync.flush(), [sync]),
    refresh: useCallback(() => sync.refresh(), [sync]),
    settle: useCallback((choice: Choice) => sync.settle(choice), [sync]),
  };
}

type Choice = "mine" | "theirs" | "both";

function productsOf(view: OrderDraftView): Map<number, DraftProduct> {
  const retired = new Set(view.retiredProductIds);
  return new Map(view.products.map((each) => [each.id, { ...each, retired: retired.has(each.id) }]));
}
