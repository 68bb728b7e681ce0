import { readProductListing } from "#server/serviceClient/readers/productListing.ts";
import { isRecord } from "#lib/json/isRecord.ts";
import { readProductRecord } from "#server/serviceClient/readers/product.ts";
import type { Answer } from "#scripts/conformance/service/caller.ts";
import type { Check } from "#scripts/conformance/service/check.ts";
import { cannotTry, must } from "#scripts/conformance/service/verdict.ts";
import { messageOf, mustBeJson, mustRefuse } from "#scripts/conformance/service/expect.ts";
import type { Service } from "#scripts/conformance/service/service.ts";

/** The ids of a page as received, readable or not. */
function idsOf({ body }: Answer): number[] {
  const listing = readProductListing(body, 0);
  must(listing !== null, "no list of products can be read");
  return listing.products.map(({ product }) => product.id);
}

/** The records of the products that were seen, as the service wrote them. */
async function rawRecords(service: Service): Promise<Record<string, unknown>[]> {
  return (await service.records()).flatMap(({ raw }) => (isRecord(raw) ? [raw] : []));
}

const OPEN_FIELDS = [
  "denominationMinValue",
  "denominationMaxValue",
  "denominationStep",
  "denominationDefaultValue",
];
const isOpen = (record: Record<string, unknown>): boolean => record.denominationType === "open";

export const CATALOG_CHECKS: readonly Check[] = [
  {
    id: "list.read",
    section: "4.2",
    statement: "GET /catalog/products answers 200 with a JSON list of products.",
    depth: "reading",
    run: async (service) => {
      const answer = await service.firstPage();
      mustBeJson(answer, 200);
      must(idsOf(answer).length > 0, "the first page has no product");
    },
  },
  {
    id: "list.pages",
    section: "4.2",
    statement: "skip and take page through the list without gap or overlap.",
    depth: "reading",
    run: async (service) => {
      const page = async (skip: number, take: number) =>
        idsOf(await service.get(`/catalog/products?skip=${skip}&take=${take}`));
      const whole = await page(0, 6);
      const parts = [...(await page(0, 2)), ...(await page(2, 3)), ...(await page(5, 1))];
      must(whole.length > 0 && parts.join() === whole.join(), "the parts are not the whole");
    },
  },
  {
    id: "list.maximum",
    section: "8",
    statement: "No page has more than 100 products, whatever take says.",
    depth: "reading",
    run: async (service) => {
      const answer = await service.get("/catalog/products?take=101");
      if (answer.status === 400) return mustRefuse(answer, 400);
      mustBeJson(answer, 200);
      must(idsOf(answer).length <= 100, `a page has ${idsOf(answer).length} products`);
    },
  },
  {
    id: "product.ids",
    section: "2.1",
    statement: "id is an integer, and no two products have the same.",
    depth: "reading",
    run: async (service) => {
      const ids = (await rawRecords(service)).map(({ id }) => id);
      must(ids.every(Number.isSafeInteger), "an id is no integer");
      must(new Set(ids).size === ids.length, "two products have one id");
    },
  },
  {
    id: "product.texts",
    section: "2.1",
    statement: "name and currencyCode are texts, the latter like ISO 4217.",
    depth: "reading",
    run: async (service) => {
      for (const { name, currencyCode } of await rawRecords(service)) {
        must(typeof name === "string" && name.trim() !== "", "a product has no name");
        must(
          typeof currencyCode === "string" && /^[A-Z]{3}$/.test(currencyCode),
          "a currencyCode is not three capitals",
        );
      }
    },
  },
  {
    id: "product.open",
    section: "2.1",
    statement: "Open products have four integer bounds that do not contradict each other.",
    depth: "reading",
    run: async (service) => {
      const records = (await rawRecords(service)).filter(isOpen);
      if (records.length === 0) cannotTry("no open product was seen");
      for (const record of records) {
        const amounts = OPEN_FIELDS.map((name) => record[name]);
        must(amounts.every(Number.isSafeInteger), "a bound of an open product is no integer");
        const [min = 0, max = 0, step = 0, suggested = 0] = amounts.map(Number);
        must(
          min <= suggested && suggested <= max && step > 0,
          "bounds of an open product contradict each other",
        );
      }
    },
  },
  {
    id: "product.fixed",
    section: "2.1",
    statement: "Fixed products have an integer price and no field of open ones.",
    depth: "reading",
    run: async (service) => {
      const records = (await rawRecords(service)).filter((each) => !isOpen(each));
      if (records.length === 0) cannotTry("no fixed product was seen");
      for (const record of records) {
        must(Number.isSafeInteger(record.price), "a price of a fixed product is no integer");
        const extra = OPEN_FIELDS.filter((name) => record[name] !== undefined);
        must(extra.length === 0, `a fixed product has ${extra.join(", ")}`);
      }
    },
  },
  {
    id: "product.read",
    section: "4.3",
    statement: "GET /catalog/products/{productId} answers 200 with the product that the list shows.",
    depth: "reading",
    run: async (service) => {
      const [listed] = await service.records();
      must(listed !== undefined, "the list shows no product");
      const answer = await service.get(`/catalog/products/${listed.product.id}`);
      mustBeJson(answer, 200);
      const read = readProductRecord(answer.body);
      must(read?.product.id === listed.product.id, "another product was answered, or none");
      must(read.product.name === listed.product.name, "the product has another name than in the list");
    },
  },
  {
    id: "product.unknown",
    section: "7",
    statement:
      "A product outside of the catalog is answered 404, Product {productId} was not found in your catalog.",
    depth: "reading",
    run: async (service) => {
      const answer = await service.get("/catalog/products/4711");
      mustRefuse(answer, 404, "Product 4711 was not found in your catalog");
    },
  },
  {
    id: "order.unknown",
    section: "7",
    statement:
      "An unknown order is answered 404, Order {reference} not found, with the reference that was sent.",
    depth: "reading",
    run: async (service) => {
      for (const reference of ["nobody-has-this-order", "no/such order"]) {
        const answer = await service.order(reference);
        mustRefuse(answer, 404);
        // "The path value sent" is the reference, or what of it was written into the address.
        const texts = [reference, encodeURIComponent(reference)].map((sent) => `Order ${sent} not found`);
        must(texts.includes(messageOf(answer)), `the message is “${messageOf(answer)}”`);
      }
    },
  },
  {
    id: "path.unknown",
    section: "7",
    statement: "Every error has the same body, also that of an address that does not exist.",
    depth: "reading",
    run: async (service) => mustRefuse(await service.get("/vouchers"), 404),
  },
];
