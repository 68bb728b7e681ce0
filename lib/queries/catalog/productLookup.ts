import type { Environment } from "#lib/contracts/environment.ts";
import { nameKey } from "#lib/orders/import/matchProduct.ts";
import type { LookupAnswer, LookupQuestion } from "#lib/orders/import/productLookup.ts";
import { apiPaths } from "#lib/paths.ts";
import { fetchJson } from "#lib/queries/client/fetchJson.ts";

/** Products by id and by name, from the catalog as last read. */
export async function lookUpProducts(
  environment: Environment,
  question: LookupQuestion,
  signal?: AbortSignal,
): Promise<LookupAnswer> {
  const { products, names } = await fetchJson(apiPaths.productLookup(), {
    method: "POST",
    body: question,
    environment,
    ...(signal === undefined ? {} : { signal }),
  });
  return {
    products,
    names: names.flatMap((match, index) => {
      const asked = question.names[index];
      return asked === undefined ? [] : [{ key: nameKey(asked), ...match }];
    }),
  };
}
