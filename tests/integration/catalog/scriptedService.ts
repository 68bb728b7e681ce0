import type { Product } from "#lib/contracts/catalog/product.ts";
import { product as fixedProduct } from "#lib/contracts/catalog/product.testing.ts";
import type { ServiceFailure } from "#lib/contracts/service/serviceFailure.ts";
import { readProductRecord } from "#server/serviceClient/readers/product.ts";
import type { ServiceAnswer, ServiceClient } from "#server/serviceClient/client.ts";
import type { ProductListing, ProductRecord } from "#server/serviceClient/readers/answers.ts";

/** A fixed product with a price of its own, of one of three brands. */
export function product(id: number, more: Partial<Product> = {}): Product {
  return fixedProduct(id, { name: `Product ${id}`, price: 1_000 + id, brands: [`Brand ${id % 3}`], ...more });
}

/** A product as the readers return it. */
export function record(each: Product): ProductRecord {
  const read = readProductRecord({ ...each, extra: "kept" });
  if (!read) throw new Error("a test's product that cannot be read");
  return read;
}

export function failure(more: Partial<ServiceFailure> & Pick<ServiceFailure, "kind">): ServiceFailure {
  return { statusCode: null, body: null, retryAfterMs: null, detail: "no answer", ...more };
}

type ListQuery = Parameters<ServiceClient["listProducts"]>[0];

/**
 * A client whose catalog the test changes between two pages, which cannot be timed over HTTP. Everything else is tested with the
 * sandbox program.
 */
export class ScriptedService implements ServiceClient {
  keys(): ReturnType<ServiceClient["keys"]> {
    return [];
  }

  readonly environment = "sandbox";
  products: Product[] = [];
  total: ((query: ListQuery) => number | null) | null = null;
  pages: ListQuery[] = [];
  reads: number[] = [];
  /** Called before each page; a returned value is the answer. May also change the catalog. */
  beforePage: ((query: ListQuery, call: number) => ServiceAnswer<ProductListing> | undefined) | null = null;
  beforeRead: ((id: number) => ServiceAnswer<ProductRecord> | undefined) | null = null;

  async listProducts(query: ListQuery): Promise<ServiceAnswer<ProductListing>> {
    this.pages.push(query);
    const scripted = this.beforePage?.(query, this.pages.length);
    if (scripted) return scripted;
    const listed = this.products.slice(query.skip, query.skip + query.take);
    return {
      ok: true,
      statusCode: 200,
      value: {
        products: listed.map(record),
        unreadable: [],
        recordCount: listed.length,
        total: this.total ? this.total(query) : null,
      },
    };
  }

  async readProduct(id: number): Promise<ServiceAnswer<ProductRecord>> {
    this.reads.push(id);
    const scripted = this.beforeRead?.(id);
    if (scripted) return scripted;
    const found = this.products.find((each) => each.id === id);
    if (found) return { ok: true, statusCode: 200, value: record(found) };
    const body = {
      statusCode: 404,
      error: "Not Found",
      message: `Product ${id} was not found in your catalog`,
    };
    return { ok: false, failure: failure({ kind: "not_found", statusCode: 404, body }) };
  }

  readWallet(): never {
    throw new Error("Not used in these tests.");
  }
  placeOrder(): never {
    throw new Error("Not used in these tests.");
  }
  readOrder(): never {
    throw new Error("Not used in these tests.");
  }
  async close(): Promise<void> {}
}
