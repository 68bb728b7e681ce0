import { SERVICE_FILTERS } from "#lib/contracts/catalog/catalog.ts";
import { describeShape } from "#server/serviceClient/readers/describeShape.ts";
import { isRecord } from "#lib/json/isRecord.ts";
import { errorMessage } from "#lib/text/errorMessage.ts";
import { readProductListing } from "#server/serviceClient/readers/productListing.ts";
import { DEPTHS, isWithin, type Depth } from "#scripts/conformance/service/check.ts";
import { newCode, type Service } from "#scripts/conformance/service/service.ts";
import { ORDERS } from "#scripts/conformance/checks/placing.ts";

/** Something the interface leaves open, and what this service does: names and types, never values. */
export type Silence = { section: string; thing: string; shape: string };
type Question = { section: string; thing: string; depth: Depth; ask(service: Service): Promise<string> };

const [READING, REFUSED, FULL] = DEPTHS;

/** The values of a field over all products that were seen: as types, and as words if there are few. */
async function typesOf(service: Service, names: readonly string[]): Promise<string> {
  const shapes = new Set<string>();
  for (const { raw } of await service.records()) {
    if (!isRecord(raw)) continue;
    const name = names.find((each) => Object.hasOwn(raw, each));
    shapes.add(name === undefined ? "absent" : `${name}: ${describeShape(raw[name])}`);
  }
  return [...shapes].slice(0, 4).join("; ");
}

/** Which of the five filters work under their default names: with a value that no product has, the list must be empty. */
async function filterNames(service: Service): Promise<string> {
  const words: string[] = [];
  for (const name of SERVICE_FILTERS) {
    const { status, body } = await service.get(`/catalog/products?take=5&${name}=nobody-has-this`);
    const left = status === 200 ? (readProductListing(body, 0)?.recordCount ?? null) : null;
    words.push(`${name}: ${left === 0 ? "works" : left === null ? `answers ${status}` : "ignored"}`);
  }
  return words.join(", ");
}

async function fixedTypes(service: Service): Promise<string> {
  const types = new Set<string>();
  for (const { product } of await service.records()) {
    if (product.denomination === "fixed") types.add(product.denominationType ?? "absent");
  }
  return [...types].slice(0, 5).join(", ");
}

async function endedShape(service: Service, name: "partial" | "undelivered"): Promise<string> {
  const placed = await service.place(name, () => service.scenarioOrder(name, 4));
  const { body } = await service.ended(name, placed);
  const status = isRecord(body) && typeof body.status === "string" ? `“${body.status}”: ` : "";
  return status + describeShape(body);
}

const QUESTIONS: readonly Question[] = [
  {
    section: "4.2",
    thing: "Envelope of the list",
    depth: READING,
    ask: async (s) => describeShape((await s.firstPage()).body),
  },
  {
    section: "4.2",
    thing: "Products of a page without take",
    depth: READING,
    ask: async (s) => {
      const listing = readProductListing((await s.get("/catalog/products")).body, 0);
      return listing === null ? "unreadable" : String(listing.recordCount);
    },
  },
  { section: "4.2", thing: "Filters by their default names", depth: READING, ask: filterNames },
  { section: "2.1", thing: "denominationType of fixed products", depth: READING, ask: fixedTypes },
  { section: "2.1", thing: "Language", depth: READING, ask: (s) => typesOf(s, ["language", "languages"]) },
  { section: "2.1", thing: "Brand", depth: READING, ask: (s) => typesOf(s, ["brand", "brands"]) },
  { section: "2.1", thing: "Category", depth: READING, ask: (s) => typesOf(s, ["category", "categories"]) },
  { section: "2.1", thing: "Tags", depth: READING, ask: (s) => typesOf(s, ["tags", "tag"]) },
  {
    section: "4.1",
    thing: "Wallet",
    depth: READING,
    ask: async (s) => describeShape((await s.wallet()).body),
  },
  {
    section: "8",
    thing: "take above the maximum",
    depth: READING,
    ask: async (s) => `answers ${(await s.get("/catalog/products?take=101")).status}`,
  },
  {
    section: "8",
    thing: "Rate limit",
    depth: READING,
    ask: async (s) => {
      const headers = [...(await s.wallet()).headers.keys()].filter((name) => /rate/i.test(name));
      return `${s.caller.throttled.length === 0 ? "not met" : "met"}${headers.map((name) => `, ${name}`).join("")}`;
    },
  },
  {
    section: "7",
    thing: "A total that is not the sum of the lines, without lines that exist",
    depth: REFUSED,
    ask: async (s) => {
      const orderProducts = [{ productId: 4711, price: 1, quantity: 1 }];
      const order = { externalOrderCode: newCode(), currency: "XTS", price: 2, orderProducts };
      return `answers ${(await s.post(order)).status}`;
    },
  },
  {
    section: "4.4",
    thing: "Answer to an order",
    depth: FULL,
    ask: async (s) => describeShape((await ORDERS.many(s)).answer.body),
  },
  {
    section: "4.4",
    thing: "Answer to a repeated order",
    depth: FULL,
    ask: async (s) => {
      const { status, body } = await s.post((await ORDERS.many(s)).body);
      return `${status}, ${describeShape(body)}`;
    },
  },
  {
    section: "2.3",
    thing: "Completed order, and its codes",
    depth: FULL,
    ask: async (s) => describeShape((await s.ended("one", await ORDERS.one(s))).body),
  },
  { section: "3", thing: "Partial order", depth: FULL, ask: (s) => endedShape(s, "partial") },
  { section: "3", thing: "Order without codes", depth: FULL, ask: (s) => endedShape(s, "undelivered") },
];

/** Answers each question of this depth, or says why it cannot be answered. */
export async function readSilences(service: Service, depth: Depth): Promise<Silence[]> {
  const found: Silence[] = [];
  for (const question of QUESTIONS.filter((each) => isWithin(each.depth, depth))) {
    const { section, thing } = question;
    const shape = await question.ask(service).catch((error: unknown) => {
      return `not found out: ${errorMessage(error)}`;
    });
    found.push({ section, thing, shape });
  }
  return found;
}
