import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { OrderView } from "#lib/contracts/orders/order.ts";
import { orderView } from "#lib/orders/orderView.testing.ts";
import { EnvironmentProvider } from "#components/shell/environment/EnvironmentProvider.tsx";
import { TimeProvider } from "#components/time/TimeProvider.tsx";
import { CheckNow } from "./CheckNow.tsx";

const NOW = Date.parse("2030-01-01T12:00:00Z");
const after = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();

function buttonOf(order: Partial<OrderView>): string {
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <EnvironmentProvider environment="sandbox">
        <TimeProvider zone="UTC" isChosen weekStart={1} paintedAt={NOW}>
          <CheckNow reference="CD-1" order={orderView(order)} />
        </TimeProvider>
      </EnvironmentProvider>
    </QueryClientProvider>,
  );
  return markup.replaceAll(/<[^>]*>/g, "");
}

describe("the button that checks an order", () => {
  it("counts down to the automatic check, if that comes before the button or with it", () => {
    expect(buttonOf({ checkableAt: after(60), nextLookAt: after(20) })).toBe("Next check in 0:20");
    expect(buttonOf({ checkableAt: after(60), nextLookAt: after(61) })).toBe("Next check in 1:00");
  });

  it("announces no check that comes later than the button counts", () => {
    expect(buttonOf({ checkableAt: after(45), nextLookAt: after(240) })).toBe("Check again in 0:45");
    expect(buttonOf({ checkableAt: after(45), nextLookAt: null })).toBe("Check again in 0:45");
  });

  it("checks at once if that is allowed", () => {
    expect(buttonOf({ checkableAt: after(-1), nextLookAt: after(240) })).toBe("Check now");
  });
});
