import type { Allowance, Allowances } from "#lib/contracts/orders/allowances.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import {
  nameKey,
  type NameMatch,
  type NameQuestion,
  type ProductLookup,
} from "#lib/orders/import/matchProduct.ts";
import type { LookupAnswer, LookupQuestion } from "#lib/orders/import/productLookup.ts";
import { lookUpProducts } from "#lib/queries/catalog/productLookup.ts";

/** The catalog's answers so far in one import. Answered questions are not asked again. */
export class CatalogLookup implements ProductLookup {
  readonly byId = new Map<number, Product>();
  readonly byName = new Map<string, NameMatch>();
  readonly #askedIds = new Set<number>();
  readonly allowances = new Map<number, Allowance>();
  readonly #environment: Environment;
  readonly #readAllowances: () => Promise<Allowances>;

  constructor(environment: Environment, readAllowances: () => Promise<Allowances>) {
    this.#environment = environment;
    this.#readAllowances = readAllowances;
  }

  /** @throws ProblemError */
  async ask(question: LookupQuestion, signal?: AbortSignal): Promise<LookupAnswer> {
    const [found, { items }] = await Promise.all([
      lookUpProducts(this.#environment, question, signal),
      this.#readAllowances(),
    ]);
    const answer = { ...found, allowances: items };
    for (const each of items) this.allowances.set(each.productId, each);
    for (const id of question.ids) this.#askedIds.add(id);
    for (const product of answer.products) this.byId.set(product.id, product);
    for (const { key, ...match } of answer.names) this.byName.set(key, match);
    return answer;
  }

  /** Remembers a product that the member chose among those with a name. */
  learn(product: Product): void {
    this.#askedIds.add(product.id);
    this.byId.set(product.id, product);
  }

  isAnswered(question: { id: number } | NameQuestion): boolean {
    return "id" in question ? this.#askedIds.has(question.id) : this.byName.has(nameKey(question));
  }
}
