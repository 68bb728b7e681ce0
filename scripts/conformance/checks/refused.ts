import type { Check } from "#scripts/conformance/service/check.ts";
import { cannotTry, must } from "#scripts/conformance/service/verdict.ts";
import { membersOf, mustRefuse, messageOf } from "#scripts/conformance/service/expect.ts";
import {
  linesOf,
  newCode,
  orderOf,
  type Line,
  type OrderBody,
  type Service,
} from "#scripts/conformance/service/service.ts";

/**
 * A currency and a country in which nobody sells, so that the order is refused even if the service does not check the rule that
 * is tested.
 */
const NO_CURRENCY = "XTS";
const NO_COUNTRY = "ZZ";

/** With a production key, only requests are sent that name nothing which could be bought. */
function onlyWithSandboxKey(service: Service): void {
  if (!service.isSandboxKey) cannotTry("with a production key, no order of a real product is sent");
}

/** An order that breaks the tested rule, and also the rules of currency and country. */
function doomed(lines: Line[]): OrderBody {
  const orderProducts = lines.map((line) => ({ ...line, CountryCode: NO_COUNTRY }));
  return { ...orderOf(orderProducts, undefined), currency: NO_CURRENCY };
}

const EMPTY = "orderProducts must not be empty";
const LINE = "Each line requires a productId and a quantity of at least 1";

async function openLine(service: Service, price: (min: number, max: number) => number | undefined) {
  onlyWithSandboxKey(service);
  const { id, denominationMinValue: min, denominationMaxValue: max } = await service.openProduct();
  const given = price(min ?? 0, max ?? 0);
  const line = { productId: id, quantity: 1, ...(given === undefined ? {} : { price: given }) };
  return { id, min, max, answer: await service.post(doomed([line])) };
}

const RULES: readonly Check[] = [
  {
    id: "refuse.noLines",
    section: "4.4",
    statement: "Rule 1: orderProducts must not be empty, nor missing.",
    depth: "refused",
    run: async (service) => {
      const order = { externalOrderCode: newCode(), currency: NO_CURRENCY, price: 0 };
      mustRefuse(await service.post({ ...order, orderProducts: [] }), 400, EMPTY);
      mustRefuse(await service.post(order), 400, EMPTY);
    },
  },
  {
    id: "refuse.badLine",
    section: "4.4",
    statement: "Rule 2: each line needs a productId and a quantity of at least 1.",
    depth: "refused",
    run: async (service) => {
      const lines = [
        { quantity: 1 },
        { productId: 4711 },
        { productId: 4711, quantity: 0 },
        { productId: 4711, quantity: -1 },
      ];
      for (const line of lines) {
        const order = {
          externalOrderCode: newCode(),
          currency: NO_CURRENCY,
          price: 0,
          orderProducts: [line],
        };
        mustRefuse(await service.post(order), 400, LINE);
      }
    },
  },
  {
    id: "refuse.fixedPrice",
    section: "4.4",
    statement: "Rule 3: the line price of a fixed product must exactly equal the catalog price.",
    depth: "refused",
    run: async (service) => {
      onlyWithSandboxKey(service);
      const [product] = await service.fixedProducts();
      for (const off of [-1, 1]) {
        const lines = linesOf(product, 1).map((line) => ({ ...line, price: (line.price ?? 0) + off }));
        const message = `Product ${product?.id} price mismatch: expected ${product?.price}`;
        mustRefuse(await service.post(doomed(lines)), 400, message);
      }
    },
  },
  {
    id: "refuse.openWithoutPrice",
    section: "4.4",
    statement: "Rule 4: an open-denomination product requires a line price.",
    depth: "refused",
    run: async (service) => {
      const { id, answer } = await openLine(service, () => undefined);
      mustRefuse(answer, 400, `Product ${id} is open-denomination and requires a price`);
    },
  },
  {
    id: "refuse.openBounds",
    section: "4.4",
    statement: "Rule 4: the price of an open-denomination product lies within its minimum and maximum.",
    depth: "refused",
    run: async (service) => {
      const low = await openLine(service, (min) => min - 1);
      mustRefuse(low.answer, 400, `Price for product ${low.id} is below the minimum allowed (${low.min})`);
      const high = await openLine(service, (_, max) => max + 1);
      mustRefuse(high.answer, 400, `Price for product ${high.id} exceeds the maximum allowed (${high.max})`);
    },
  },
  {
    id: "refuse.currency",
    section: "4.4",
    statement: "Rule 5: the currency of the order must match the currency of the product.",
    depth: "refused",
    run: async (service) => {
      onlyWithSandboxKey(service);
      const [product] = await service.fixedProducts();
      const message = `Product ${product?.id} is priced in ${product?.currencyCode}, not ${NO_CURRENCY}`;
      mustRefuse(await service.post(doomed(linesOf(product, 1))), 400, message);
    },
  },
  {
    id: "refuse.currencyOfEachLine",
    section: "4.4",
    statement: "Rule 5 holds for each line, not only for the first.",
    depth: "refused",
    run: async (service) => {
      onlyWithSandboxKey(service);
      const [product] = await service.fixedProducts();
      const foreign = await service.foreignProduct(product?.currencyCode ?? "");
      const order = doomed([...linesOf(product, 1), ...linesOf(foreign, 1)]);
      const currency = product?.currencyCode ?? "";
      const message = `Product ${foreign.id} is priced in ${foreign.currencyCode}, not ${currency}`;
      mustRefuse(await service.post({ ...order, currency }), 400, message);
    },
  },
];

export const REFUSED_CHECKS: readonly Check[] = [
  ...RULES,
  {
    id: "refuse.unknownProduct",
    section: "7",
    statement:
      "A product outside of the catalog is refused with 400, and named by the productId that was sent.",
    depth: "refused",
    run: async (service) => {
      const answer = await service.post(doomed([{ productId: 4711, price: 1, quantity: 1 }]));
      mustRefuse(answer, 400);
      must(messageOf(answer).includes("4711"), "the message does not name the product");
    },
  },
  {
    id: "refuse.noOrder",
    section: "4.4",
    statement: "A refused order is not placed: its code stays unknown.",
    depth: "refused",
    run: async (service) => {
      const order = doomed([{ productId: 4711, price: 1, quantity: 0 }]);
      const { status } = await service.post(order);
      must(status === 400, `answered ${status}, not 400`);
      const reference = order.externalOrderCode;
      mustRefuse(await service.order(reference), 404, `Order ${reference} not found`);
    },
  },
  {
    id: "refuse.noJson",
    section: "7",
    statement: "A body that is no JSON is refused in the same shape as every error.",
    depth: "refused",
    run: async (service) => {
      const answer = await service.post("{");
      must([400, 415, 422].includes(answer.status), `answered ${answer.status}`);
      must(Object.keys(membersOf(answer)).length === 3, "the body has other fields");
    },
  },
];
