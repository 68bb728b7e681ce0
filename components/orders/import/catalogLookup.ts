import type { Environment } from "#lib/contracts/environment.ts";
import type { Product } from "#lib/contracts/product.ts";
import {
  nameKey,
  type NameMatch,
  type NameQuestion,
  type ProductLookup,
} from "#lib/orders/import/matchProduct.ts";
import type { LookupAnswer, LookupQuestion } from "#lib/orders/import/productLookup.ts";
import { lookUpProducts } from "#lib/queries/productLookup.ts";

/** The catalog's answers so far in one import. Answered questions are not asked again. */
export class CatalogLookup implements ProductLookup {
  readonly byId = new Map<number, Product>();
  readonly byName = new Map<string, NameMatch>();
  readonly #askedIds = new Set<number>();
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** @throws ProblemError */
  async ask(question: LookupQuestion, signal?: AbortSignal): Promise<LookupAnswer> {
    const answer = await lookUpProducts(this.#environment, question, signal);
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
