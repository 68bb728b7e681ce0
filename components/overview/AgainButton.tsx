"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { newUuid } from "#lib/orders/references/newUuid.ts";
import { lineAgain } from "#lib/orders/drafts/lineAgain.ts";
import { VIEW_NAME_LIMIT } from "#lib/contracts/text/viewName.ts";
import { paths } from "#lib/paths.ts";
import { openDraft } from "#lib/queries/orders/draft.ts";
import { orderQuery } from "#lib/queries/orders/orders.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useOpenPage } from "#components/shell/page/useOpenPage.ts";
import { Button } from "#components/ui/actions/Button.tsx";

/** Opens a new draft with the lines of an order. It is reviewed like any other before anything is bought. */
export function AgainButton({ reference }: { reference: string }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const { isOpening, openPage } = useOpenPage();
  const again = useMutation({
    mutationFn: async () => {
      const { lines, currency } = await client.fetchQuery(orderQuery(environment, reference));
      return openDraft(client, environment, {
        name: `Again: ${reference}`.slice(0, VIEW_NAME_LIMIT),
        lines: lines.map((line) => ({ id: newUuid(), ...lineAgain(line, currency) })),
      });
    },
    onSuccess: ({ id }) => openPage(paths.newOrder(id)),
  });
  return (
    <>
      {/* Above the link that fills the row. */}
      <Button
        size="small"
        className="z-1"
        aria-label={`Order ${reference} again`}
        loading={again.isPending || isOpening}
        onClick={() => again.mutate()}
      >
        Again
      </Button>
      {again.error ? (
        <span role="alert" className="block text-[0.8125rem] text-refused">
          {asProblem(again.error).detail}
        </span>
      ) : null}
    </>
  );
}
