import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { orderView } from "#lib/orders/orderView.testing.ts";
import { orderQuery } from "#lib/queries/orders/orders.ts";
import { EnvironmentProvider } from "#components/shell/environment/EnvironmentProvider.tsx";
import type { ReviewOrder } from "./review.ts";
import { SentOrders, sentTitle } from "./SentOrders.tsx";
import type { SendState, SentOrder } from "./useSend.ts";

const REVIEW: ReviewOrder[] = ["EUR", "USD"].map((currency) => ({
  confirmationId: currency,
  part: null,
  request: { currency, lines: [] },
  lines: [],
}));
const placed = (currency: string, state: "processing" | "awaiting_approval" = "processing"): SentOrder => ({
  confirmationId: currency,
  kind: "placed",
  reference: `CD-${currency}`,
  state,
});
const PROBLEM = { type: "rejected", title: "Rejected", status: 422, detail: "No.", requestId: "r" };
const finished = (...sent: SentOrder[]): SendState => ({ kind: "finished", sent });

function shown(state: SendState, client = new QueryClient()): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <EnvironmentProvider environment="sandbox">
        <SentOrders review={REVIEW} state={state} />
      </EnvironmentProvider>
    </QueryClientProvider>,
  );
}

describe("several orders that were placed at once", () => {
  it("each have the state that is known now, not the one at sending", () => {
    const client = new QueryClient();
    const now = orderView({ externalOrderCode: "CD-EUR", state: "completed" });
    client.setQueryData(orderQuery("sandbox", "CD-EUR").queryKey, now);
    const markup = shown(finished(placed("EUR"), placed("USD")), client);
    expect(markup).toMatch(/EUR.*Completed.*CD-EUR/su);
    expect(markup).toMatch(/USD.*Processing.*CD-USD/su);
  });

  it("are the sheet's title once all have an outcome", () => {
    expect(sentTitle(2, finished(placed("EUR"), placed("USD")))).toBe("2 orders placed");
    expect(
      sentTitle(2, finished(placed("EUR"), { confirmationId: "USD", kind: "refused", problem: PROBLEM })),
    ).toBe("1 of 2 orders placed");
    expect(sentTitle(2, finished(placed("EUR"), placed("USD", "awaiting_approval")))).toBe(
      "2 orders confirmed, 1 waiting for approval",
    );
    expect(sentTitle(2, { kind: "sending", sent: [placed("EUR")] })).toBeNull();
  });
});
