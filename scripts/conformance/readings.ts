import { nameOf } from "#server/serviceClient/readers/describeShape.ts";
import { readOrder } from "#server/serviceClient/readers/order.ts";
import { readProductListing } from "#server/serviceClient/readers/productListing.ts";
import { readWallet, readWalletSnapshot } from "#server/serviceClient/readers/wallet.ts";
import { isRecord } from "#lib/json/isRecord.ts";
import { errorMessage } from "#lib/text/errorMessage.ts";
import type { Answer } from "#scripts/conformance/service/caller.ts";
import { ORDERS } from "#scripts/conformance/checks/placing.ts";
import type { Depth } from "#scripts/conformance/service/check.ts";
import type { Service } from "#scripts/conformance/service/service.ts";

/** What Codedesk's readers make of an answer. */
export type Reading = { thing: string; result: string };

function walletReading({ body }: Answer): string {
  const { balances } = readWallet(body);
  if (balances.length === 0) return "no balance: it would be shown as it came";
  const words = balances.map(
    ({ currency, amounts }) => `${currency} (${amounts.map(({ name }) => name).join(", ")})`,
  );
  return words.join(", ");
}

function listReading({ body }: Answer): string {
  const listing = readProductListing(body, 0);
  if (listing === null) return "no list: the catalog stays empty";
  const { products, unreadable, total } = listing;
  const fields = ["brands", "categories", "languages", "tags"] as const;
  const facets = fields.filter((name) => products.some(({ product }) => product[name].length > 0));
  return (
    `${products.length} products, ${unreadable.length} unreadable records, total ${total ?? "not said"}; ` +
    `facets of products: ${facets.length === 0 ? "none, the service is asked" : facets.join(", ")}`
  );
}

/** The outcome, and how many codes; never a code. */
function orderReading({ body }: Answer): string {
  const order = readOrder(body);
  if (order === null) return "not about an order: the outcome would stay unknown";
  const { outcome, orderId, estimatedReadyAt, delivered, ordered, codeCount } = order.report;
  const wallet = isRecord(body) ? readWalletSnapshot(body) : null;
  const names = new Set(order.codes.flatMap(({ fields }) => Object.keys(fields)));
  const words = [
    outcome,
    orderId === null ? "without order id" : "with order id",
    estimatedReadyAt === null ? "no estimate" : "an estimate",
    wallet === null || wallet.balances.length === 0 ? "no wallet snapshot" : "a wallet snapshot",
    `${codeCount} codes`,
  ];
  if (delivered !== null) words.push(`${delivered} of ${ordered ?? "unknown"} delivered`);
  if (names.size > 0) words.push(`fields of a code: ${[...names].slice(0, 12).map(nameOf).join(", ")}`);
  return words.join(", ");
}

export async function readReadings(service: Service, depth: Depth): Promise<Reading[]> {
  const parts: [string, () => Promise<string>][] = [
    ["Wallet", async () => walletReading(await service.wallet())],
    ["First page of the catalog", async () => listReading(await service.firstPage())],
  ];
  if (depth === "full") {
    parts.push(
      ["Answer to an order", async () => orderReading((await ORDERS.many(service)).answer)],
      ["Order of one code", async () => orderReading(await service.ended("one", await ORDERS.one(service)))],
      [
        "Order of 302 codes in two lines",
        async () => orderReading(await service.ended("lines", await ORDERS.lines(service))),
      ],
      ["Partial order", () => endedReading(service, "partial")],
      ["Order without codes", () => endedReading(service, "undelivered")],
    );
  }
  const readings: Reading[] = [];
  for (const [thing, read] of parts) {
    const result = await read().catch(errorMessage);
    readings.push({ thing, result });
  }
  return readings;
}

async function endedReading(service: Service, name: "partial" | "undelivered"): Promise<string> {
  const placed = await service.place(name, () => service.scenarioOrder(name, 4));
  return orderReading(await service.ended(name, placed));
}
