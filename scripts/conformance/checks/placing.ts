import { readOrder } from "#server/serviceClient/readers/order.ts";
import { isRecord } from "#lib/json/isRecord.ts";
import type { Answer } from "#scripts/conformance/service/caller.ts";
import type { Check } from "#scripts/conformance/service/check.ts";
import { cannotTry, must } from "#scripts/conformance/service/verdict.ts";
import {
  hasSameBalances,
  membersOf,
  mustBeJson,
  mustRefuse,
  messageOf,
} from "#scripts/conformance/service/expect.ts";
import {
  dateOf,
  estimateOf,
  type OrderBody,
  type Placed,
  type Service,
} from "#scripts/conformance/service/service.ts";

/** Orders that several checks use. */
const one = (service: Service) => service.place("one", () => service.rightOrder(1));
const many = (service: Service) => service.place("many", () => service.rightOrder(1_000));
/** Its second line is much larger than its first. */
const lines = (service: Service) => service.place("lines", () => service.rightOrder(2, 300));
export const ORDERS = { one, many, lines };

/** How long the service thinks it takes, in milliseconds. */
function durationOf({ answer }: Placed): number {
  mustBeJson(answer, 202);
  const estimate = estimateOf(answer);
  must(estimate !== null, "estimatedReadyAt is no time");
  return estimate - dateOf(answer);
}

export function walletOf(answer: Answer): unknown {
  const found = Object.entries(membersOf(answer)).find(([name]) => /wallet|balance/i.test(name));
  must(found !== undefined, "there is no wallet snapshot");
  return found[1];
}

/** What a repeated order is answered with: the existing order, or one of the two stated refusals. */
function mustReturnExisting(repeated: Answer, first: Answer): void {
  if (repeated.status === 409) {
    return mustRefuse(repeated, 409, "An order with this external order code already exists.");
  }
  if (repeated.status === 400) return mustRefuse(repeated, 400, "This order has already been placed.");
  mustBeJson(repeated, 202);
  must(orderIdOf(repeated) === orderIdOf(first), "another order was answered");
}

function orderIdOf({ body }: Answer): string | null {
  return readOrder(body)?.report.orderId ?? null;
}

/** The same order with another code. */
function again(order: OrderBody, code: string): OrderBody {
  return { ...order, externalOrderCode: `${order.externalOrderCode}-${code}` };
}

const HEADS: readonly [string, string, string, unknown][] = [
  [
    "refuse.codeMissing",
    "externalOrderCode is required: missing, it is refused.",
    "externalOrderCode",
    undefined,
  ],
  ["refuse.codeNull", "externalOrderCode is a string: null is refused.", "externalOrderCode", null],
  ["refuse.currencyMissing", "currency is required: missing, it is refused.", "currency", undefined],
  ["refuse.currencyNull", "currency is a string: null is refused.", "currency", null],
  ["refuse.totalMissing", "price is required: missing, it is refused.", "price", undefined],
];

export const PLACING_CHECKS: readonly Check[] = [
  ...HEADS.map(([id, statement, name, value]): Check => ({
    id,
    section: "2.2",
    statement,
    depth: "full",
    run: async (service) =>
      mustRefuse(await service.post({ ...(await service.rightOrder(1)), [name]: value }), 400),
  })),
  {
    id: "place.accepted",
    section: "4.4",
    statement: "A right order is answered 202 with orderId, status processing and estimatedReadyAt.",
    depth: "full",
    run: async (service) => {
      const { answer } = await one(service);
      mustBeJson(answer, 202);
      const { status } = membersOf(answer);
      must(status === "processing", `status is ${String(status)}`);
      must(orderIdOf(answer) !== null, "there is no orderId");
      must(estimateOf(answer) !== null, "estimatedReadyAt is no time");
    },
  },
  {
    id: "place.orderId",
    section: "2.3",
    statement: "orderId is an integer.",
    depth: "full",
    run: async (service) => {
      const { orderId } = membersOf((await one(service)).answer);
      must(Number.isSafeInteger(orderId), `orderId is a ${typeof orderId}`);
    },
  },
  {
    id: "place.fields",
    section: "2.3",
    statement: "The 202 carries no message, reason, delivered or codes.",
    depth: "full",
    run: async (service) => {
      const { answer } = await one(service);
      const early = ["message", "reason", "delivered", "products"].filter(
        (name) => name in membersOf(answer),
      );
      must(early.length === 0, `it carries ${early.join(", ")}`);
    },
  },
  {
    id: "place.wallet",
    section: "4.4",
    statement: "The 202 embeds a wallet snapshot, equal to GET /wallet.",
    depth: "full",
    run: async (service) => {
      const { answer, wallet } = await one(service);
      must(hasSameBalances(walletOf(answer), wallet.body), "the snapshot has other balances");
    },
  },
  {
    id: "place.atOnce",
    section: "1",
    statement: "The answer to an order comes at once, also where its codes take long.",
    depth: "full",
    run: async (service) => {
      const small = await one(service);
      const large = await many(service);
      const usual = (await service.wallet()).ms;
      for (const { answer } of [small, large]) {
        must(answer.ms < 2_500 + 5 * usual, `it took ${Math.round(answer.ms)} ms`);
      }
    },
  },
  {
    id: "place.estimateOfQuantity",
    section: "1",
    statement: "estimatedReadyAt is sized to the quantity.",
    depth: "full",
    run: async (service) => {
      const [small, large] = [durationOf(await one(service)), durationOf(await many(service))];
      must(small > -2_000, "it lies in the past");
      must(large > small + 1_500, "1,000 codes take no longer than one");
    },
  },
  {
    id: "place.estimateOfLines",
    section: "1",
    statement: "estimatedReadyAt counts all lines, not only the first.",
    depth: "full",
    run: async (service) => {
      const [small, large] = [durationOf(await one(service)), durationOf(await lines(service))];
      must(large > small + 1_500, "300 codes in the second line take no time");
    },
  },
  {
    id: "place.fixedWithoutPrice",
    section: "4.4",
    statement: "Rule 3: a line of a fixed product without a price does not equal the catalog price.",
    depth: "full",
    run: async (service) => {
      const order = await service.rightOrder(1);
      const orderProducts = order.orderProducts.map(({ price: _, ...line }) => line);
      const answer = await service.post({ ...order, orderProducts });
      mustRefuse(answer, 400);
      must(messageOf(answer).includes("price mismatch: expected"), `the message is “${messageOf(answer)}”`);
    },
  },
  {
    id: "place.codeIsFree",
    section: "4.4",
    statement: "The code of a refused order is free for a right one.",
    depth: "full",
    run: async (service) => {
      const order = await service.rightOrder(1);
      const wrong = order.orderProducts.map((line) => ({ ...line, quantity: 0 }));
      mustRefuse(await service.post({ ...order, orderProducts: wrong }), 400);
      mustBeJson(await service.post(order), 202);
    },
  },
  {
    id: "repeat.same",
    section: "4.4",
    statement:
      "The same externalOrderCode again returns the existing order, with the same estimate and wallet.",
    depth: "full",
    run: async (service) => {
      const { body, answer, wallet } = await many(service);
      const repeated = await service.post(body);
      mustReturnExisting(repeated, answer);
      if (repeated.status !== 202) cannotTry("it is refused as a duplicate, which is stated too");
      must(estimateOf(repeated) === estimateOf(answer), "the estimate has changed");
      must(hasSameBalances(walletOf(repeated), wallet.body), "the snapshot has other balances");
    },
  },
  {
    id: "repeat.other",
    section: "4.4",
    statement: "Another order with a known code makes no second order.",
    depth: "full",
    run: async (service) => {
      const { body, answer } = await many(service);
      const other = await service.rightOrder(3);
      mustReturnExisting(await service.post({ ...other, externalOrderCode: body.externalOrderCode }), answer);
    },
  },
  {
    id: "repeat.together",
    section: "4.4",
    statement: "Simultaneous requests with one code make one order.",
    depth: "full",
    run: async (service) => {
      const order = again(await service.rightOrder(1), "together");
      const answers = await Promise.all(Array.from({ length: 8 }, () => service.post(order)));
      const accepted = answers.filter(({ status }) => status === 202);
      must(accepted.length > 0, "none was accepted");
      must(new Set(accepted.map(orderIdOf)).size === 1, "they were answered with several orders");
    },
  },
  {
    id: "processing.body",
    section: "3",
    statement: "Rule 1: while processing, GET answers status and “Order is still processing”, and no codes.",
    depth: "full",
    run: async (service) => {
      const { body } = await many(service);
      const answer = await service.order(body.externalOrderCode);
      mustBeJson(answer, 200);
      const members = membersOf(answer);
      if (members.status !== "processing") cannotTry("the order was ready too soon");
      must(members.message === "Order is still processing", `the message is “${String(members.message)}”`);
      const early = ["reason", "delivered", "products"].filter((name) => name in members);
      must(early.length === 0, `it carries ${early.join(", ")}`);
      must(isRecord(answer.body) && readOrder(answer.body)?.codes.length === 0, "it carries codes");
    },
  },
  {
    id: "order.bothReferences",
    section: "4.5",
    statement: "An order is found by its orderId and by its externalOrderCode.",
    depth: "full",
    run: async (service) => {
      const { body, answer } = await many(service);
      const [byId, byCode] = [
        await service.order(orderIdOf(answer) ?? ""),
        await service.order(body.externalOrderCode),
      ];
      mustBeJson(byId, 200);
      must(JSON.stringify(byId.body) === JSON.stringify(byCode.body), "the two answers differ");
    },
  },
];
