import type { Code } from "#lib/contracts/codes/codes.ts";
import { readOrder } from "#server/serviceClient/readers/order.ts";
import type { Answer } from "#scripts/conformance/service/caller.ts";
import type { Check } from "#scripts/conformance/service/check.ts";
import { cannotTry, must } from "#scripts/conformance/service/verdict.ts";
import { hasSameBalances, membersOf, mustBeJson } from "#scripts/conformance/service/expect.ts";
import type { Placed, Service } from "#scripts/conformance/service/service.ts";
import { ORDERS, walletOf } from "./placing.ts";

type Delivered = Placed & { read: Answer; codes: Code[] };

/** A named order with its codes, once they have been delivered. */
async function delivered(service: Service, name: keyof typeof ORDERS): Promise<Delivered> {
  const placed = await ORDERS[name](service);
  const read = await service.ended(name, placed);
  mustBeJson(read, 200);
  const order = readOrder(read.body);
  must(order !== null, "the answer is not about an order");
  const { outcome, statusName } = order.report;
  if (outcome !== "completed" && statusName !== "completed") cannotTry(`the order ended ${outcome}`);
  return { ...placed, read, codes: order.codes };
}

/** All texts of a code, to compare codes with each other; they never leave this file. */
function textOf({ fields }: Code): string {
  return JSON.stringify(fields);
}

export const DELIVERY_CHECKS: readonly Check[] = [
  {
    id: "completed.status",
    section: "3",
    statement: "Once all codes are delivered, status is completed.",
    depth: "full",
    run: async (service) => {
      const { status } = membersOf((await delivered(service, "one")).read);
      must(status === "completed", `status is ${String(status)}`);
    },
  },
  {
    id: "completed.fields",
    section: "2.3",
    statement: "A completed order carries no message, reason or delivered.",
    depth: "full",
    run: async (service) => {
      const members = membersOf((await delivered(service, "one")).read);
      const extra = ["message", "reason", "delivered"].filter((name) => name in members);
      must(extra.length === 0, `it carries ${extra.join(", ")}`);
    },
  },
  {
    id: "completed.wallet",
    section: "2.3",
    statement: "A completed order embeds a wallet snapshot, equal to GET /wallet.",
    depth: "full",
    run: async (service) => {
      const { read } = await delivered(service, "one");
      must(hasSameBalances(walletOf(read), (await service.get("/wallet")).body), "it has other balances");
    },
  },
  {
    id: "completed.allLines",
    section: "2.3",
    statement: "The codes of all lines are delivered, one for each unit.",
    depth: "full",
    run: async (service) => {
      const { body, codes } = await delivered(service, "lines");
      must(codes.length === 302, `302 codes were ordered, ${codes.length} were delivered`);
      if (codes.some(({ productId }) => productId === null)) return;
      for (const { productId, quantity } of body.orderProducts) {
        const own = codes.filter((code) => code.productId === productId).length;
        must(own === quantity, "a line has more or fewer codes than were ordered");
      }
    },
  },
  {
    id: "completed.thousand",
    section: "1",
    statement: "A large order uses the same endpoint: 1,000 codes are delivered, all different.",
    depth: "full",
    run: async (service) => {
      const { codes } = await delivered(service, "many");
      must(codes.length === 1_000, `${codes.length} were delivered`);
      must(new Set(codes.map(textOf)).size === 1_000, "some codes are equal");
    },
  },
  {
    id: "completed.ownCodes",
    section: "2.3",
    statement: "Each order has codes of its own.",
    depth: "full",
    run: async (service) => {
      const first = (await delivered(service, "one")).codes.map(leavesOf);
      const second = new Set((await delivered(service, "lines")).codes.flatMap(leavesOf));
      must(first.length > 0, "there are no codes");
      must(!first.every((texts) => texts.some((text) => second.has(text))), "two orders share a code");
    },
  },
  {
    id: "completed.stable",
    section: "2.3",
    statement: "A delivered order is answered the same each time.",
    depth: "full",
    run: async (service) => {
      const { body, read } = await delivered(service, "lines");
      const again = await service.order(body.externalOrderCode);
      must(JSON.stringify(again.body) === JSON.stringify(read.body), "the second answer differs");
    },
  },
  {
    id: "repeat.afterwards",
    section: "4.4",
    statement: "Repeated when it is delivered, an order is returned with its wallet, and not bought again.",
    depth: "full",
    run: async (service) => {
      const { body, answer, wallet } = await delivered(service, "one");
      const repeated = await service.post(body);
      if ([400, 409].includes(repeated.status))
        cannotTry("it is refused as a duplicate, which is stated too");
      mustBeJson(repeated, 202);
      const id = readOrder(answer.body)?.report.orderId;
      must(readOrder(repeated.body)?.report.orderId === id, "another order was answered");
      must(hasSameBalances(walletOf(repeated), wallet.body), "the snapshot has other balances");
    },
  },
  {
    id: "sandbox.neverCharges",
    section: "1",
    statement: "The sandbox never charges the wallet.",
    depth: "full",
    run: async (service) => {
      await delivered(service, "one");
      const now = await service.get("/wallet");
      must(hasSameBalances((await service.wallet()).body, now.body), "the balances have changed");
    },
  },
];

/** The longer texts of a code: short ones, such as a year, may be the same in many. */
function leavesOf({ fields }: Code): string[] {
  return Object.values(fields).filter((text) => text.length >= 12);
}
