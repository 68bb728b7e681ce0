import type { Behaviour } from "#sandbox/catalog/behaviours.ts";
import { isRecord } from "#lib/json/isRecord.ts";
import { readOrder } from "#server/serviceClient/readers/order.ts";
import type { Answer } from "#scripts/conformance/service/caller.ts";
import type { Check } from "#scripts/conformance/service/check.ts";
import { cannotTry, must } from "#scripts/conformance/service/verdict.ts";
import { hasSameBalances, membersOf, mustBeJson, mustRefuse } from "#scripts/conformance/service/expect.ts";
import type { Service } from "#scripts/conformance/service/service.ts";
import { walletOf } from "./placing.ts";

/** An order of four codes for a scenario, once it has ended. */
async function ended(service: Service, behaviour: Behaviour): Promise<Answer> {
  const placed = await service.place(behaviour, () => service.scenarioOrder(behaviour, 4));
  const answer = await service.ended(behaviour, placed);
  mustBeJson(answer, 200);
  return answer;
}

function mustHave(answer: Answer, unwanted: readonly string[]): void {
  const members = membersOf(answer);
  must(members.status !== "completed" && members.status !== "processing", "its status is another outcome's");
  const extra = unwanted.filter((name) => name in members);
  must(extra.length === 0, `it carries ${extra.join(", ")}`);
}

async function mustEmbedWallet(service: Service, behaviour: Behaviour): Promise<void> {
  const answer = await ended(service, behaviour);
  const { body } = await service.get("/wallet");
  must(hasSameBalances(walletOf(answer), body), "the snapshot has other balances");
  const placed = await service.place(behaviour, () => service.scenarioOrder(behaviour, 4));
  const repeated = await service.post(placed.body);
  mustBeJson(repeated, 202);
  must(hasSameBalances(walletOf(repeated), body), "repeated, the snapshot has other balances");
}

/** Messages of §7 that only the service can decide to send; {id} is the product. */
const MESSAGES: readonly [Behaviour, number, string][] = [
  ["price-upstream", 400, "Product {id} is open-denomination and requires a price."],
  ["wrong-country", 400, "Product {id} is not available for ordering with the supplied country or currency."],
  ["inactive", 400, "Product {id} is not currently available."],
  ["wrong-currency", 400, "Product {id} cannot be ordered in the requested currency."],
  ["invalid-order", 400, "The order could not be validated. Check product ids, prices, and currency."],
  ["already-placed", 400, "This order has already been placed."],
  ["unmapped", 400, "The order could not be placed. Check your request and try again."],
  ["ordering-disabled", 403, "API ordering is disabled for your account. Contact support for assistance."],
  ["conflict", 409, "An order with this external order code already exists."],
  ["limit-exceeded", 422, "Your account order limit has been exceeded. Contact support for assistance."],
  ["unavailable", 422, "Product {id} is not available for purchase."],
  ["down-always", 502, "Order processing is temporarily unavailable. Please try again later."],
  ["not-created-always", 502, "Order could not be created. Please try again later."],
];

export const SCENARIO_CHECKS: readonly Check[] = [
  {
    id: "partial.body",
    section: "3",
    statement: "A partial order carries delivered and the count ordered, and neither reason nor message.",
    depth: "full",
    run: async (service) => {
      const answer = await ended(service, "partial");
      mustHave(answer, ["reason", "message"]);
      const report = readOrder(answer.body)?.report;
      must(report?.delivered === 3 && report.ordered === 4, "the counts are not those of the order");
    },
  },
  {
    id: "partial.noCodes",
    section: "3",
    statement: "Rule 2: codes are returned only when the status is completed, so a partial order has none.",
    depth: "full",
    run: async (service) => {
      const answer = await ended(service, "partial");
      must(readOrder(answer.body)?.codes.length === 0, "it carries codes");
    },
  },
  {
    id: "partial.wallet",
    section: "2.3",
    statement: "A partial order embeds a wallet snapshot, also when it is repeated.",
    depth: "full",
    run: (service) => mustEmbedWallet(service, "partial"),
  },
  {
    id: "undelivered.body",
    section: "3",
    statement: "An order without codes carries the reason, and neither message, delivered nor products.",
    depth: "full",
    run: async (service) => {
      const answer = await ended(service, "undelivered");
      mustHave(answer, ["message", "delivered", "products"]);
      const { reason } = membersOf(answer);
      must(typeof reason === "string" && reason !== "", "there is no reason");
    },
  },
  {
    id: "undelivered.wallet",
    section: "2.3",
    statement: "An order without codes embeds a wallet snapshot, also when it is repeated.",
    depth: "full",
    run: (service) => mustEmbedWallet(service, "undelivered"),
  },
  {
    id: "repeat.conflict",
    section: "7",
    statement:
      "Where a repeated code is a conflict, 409 says: An order with this external order code already exists.",
    depth: "full",
    run: async (service) => {
      const order = await service.scenarioOrder("conflict-on-repeat");
      mustBeJson(await service.post(order), 202);
      mustRefuse(await service.post(order), 409, "An order with this external order code already exists.");
    },
  },
  {
    id: "product.withdrawn",
    section: "7",
    statement: "A product that was withdrawn is answered 404, with the same text as one that never was.",
    depth: "full",
    run: async (service) => {
      const id = await service.scenario("gone-when-fetched");
      const message = `Product ${id} was not found in your catalog`;
      mustRefuse(await service.get(`/catalog/products/${id}`), 404, message);
    },
  },
  {
    id: "limit.throttled",
    section: "8",
    statement:
      "Above the rate, 429 says how long to wait, Retry-After says the same, and no order is placed.",
    depth: "full",
    run: async (service) => {
      const order = await service.scenarioOrder("throttled-always");
      const answer = await service.ask("POST", "/orders", { body: order, impatient: true });
      const seconds = answer.headers.get("retry-after");
      must(seconds !== null && /^\d+$/.test(seconds), "Retry-After is not a number of seconds");
      mustRefuse(answer, 429, `Rate limit exceeded. Retry after ${seconds}s.`);
      const reference = order.externalOrderCode;
      mustRefuse(await service.order(reference), 404, `Order ${reference} not found`);
    },
  },
  {
    id: "limit.inBetween",
    section: "8",
    statement: "Each 429 of this run carried Retry-After, equal to the seconds of its text.",
    depth: "reading",
    run: async (service) => {
      const { throttled } = service.caller;
      if (throttled.length === 0) cannotTry("no call of this run was rate limited");
      for (const { retryAfter, body } of throttled) {
        const text = isRecord(body) ? body.message : null;
        must(text === `Rate limit exceeded. Retry after ${retryAfter}s.`, "header and text differ");
      }
    },
  },
  ...MESSAGES.map(([behaviour, status, text]): Check => ({
    id: `message.${behaviour}`,
    section: "7",
    statement: `${status} ${text.replace("{id}", "{productId}")}`,
    depth: "full",
    run: async (service) => {
      const order = await service.scenarioOrder(behaviour);
      const id = order.orderProducts[0]?.productId;
      mustRefuse(await service.post(order), status, text.replace("{id}", String(id)));
    },
  })),
];
