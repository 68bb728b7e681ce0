import "server-only";
import type { OrderReport } from "#lib/orders/lifecycle/orderReport.ts";
import type { ServiceAnswer } from "#server/serviceClient/client.ts";
import type { OrderAnswer } from "#server/serviceClient/readers/answers.ts";

/**
 * The answer to a look-up of an order that the service is not known to have; a failure if nothing in it is about an order. A status word
 * of no known meaning alone may be a gateway's (`{"status": "maintenance"}`): it is neither proof of an order nor a 404.
 */
export function requireOrder(answer: ServiceAnswer<OrderAnswer>): ServiceAnswer<OrderAnswer> {
  if (!answer.ok || tellsOfOrder(answer.value.report)) return answer;
  const detail = "Outcome unknown: the answer says nothing of an order.";
  return {
    ok: false,
    failure: { kind: "ambiguous", statusCode: answer.statusCode, body: null, retryAfterMs: null, detail },
  };
}

/** What the service says of an order while it works on it, whatever it calls that (docs/service-interface.md §2.3). */
const IN_PROGRESS = /^\s*order is still\b/i;

function tellsOfOrder(report: OrderReport): boolean {
  const { outcome, orderId, externalOrderCode, delivered, estimatedReadyAt, price, lines, wallet } = report;
  if (outcome !== "unrecognised" || lines.length > 0 || IN_PROGRESS.test(report.message ?? "")) return true;
  const said = [orderId, externalOrderCode, delivered, estimatedReadyAt, price, wallet];
  return said.some((each) => each !== null);
}
