"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import type { AgainAction } from "#lib/orders/drafts/orderAgain.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import type { Problem } from "#lib/contracts/problem.ts";
import { paths } from "#lib/paths.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { openDraft } from "#lib/queries/orders/draft.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useOpenPage } from "#components/shell/page/useOpenPage.ts";
import { useTimes } from "#components/time/TimeProvider.tsx";
import { draftAgain } from "./newDraftLines.ts";

/**
 * Opens a draft with an order's lines or its missing codes: a separate one, so that they are not mixed with another draft. It is
 * reviewed like any other before anything is bought. The order's own page is opened instead if it no longer offers that.
 * @param readOrder resolves to the order as it is now
 */
export function useOrderAgain(readOrder: () => OrderView | Promise<OrderView>): {
  isPending: boolean;
  problem: Problem | null;
  orderAgain: (action: AgainAction) => void;
} {
  const environment = useEnvironment();
  const client = useQueryClient();
  const { zone } = useTimes();
  const { isOpening, openPage } = useOpenPage();
  const again = useMutation({
    mutationFn: async (action: AgainAction) => {
      const order = await readOrder();
      const draft = order.actions.includes(action) ? draftAgain(order, action, zone) : null;
      if (draft === null) return paths.order(referenceOf(order));
      const { id } = await openDraft(client, environment, draft);
      return paths.newOrder(id);
    },
    onSuccess: openPage,
  });
  return {
    isPending: again.isPending || isOpening,
    problem: again.error ? asProblem(again.error) : null,
    orderAgain: again.mutate,
  };
}
