/** What the share of products depends on. */
export type Sharing = {
  id: string;
  /** Null: it looks after a view. */
  productId: number | null;
  paused: boolean;
  createdAt: number;
};

/** A rule with one product that it looks after. */
export type Share<Rule> = { rule: Rule; productId: number };

/**
 * Gives each product to one rule: its own, if it has one, also while that is paused; else the first one that was made for a view that
 * shows it.
 * @param productsOf the products of a view's rule; none of one that does nothing now.
 */
export function shareProducts<Rule extends Sharing>(
  rules: readonly Rule[],
  productsOf: (rule: Rule) => readonly number[],
): Share<Rule>[] {
  const ofProducts = rules.flatMap((rule): Share<Rule>[] =>
    rule.productId === null ? [] : [{ rule, productId: rule.productId }],
  );
  const taken = new Set(ofProducts.map(({ productId }) => productId));
  const ofViews = rules.filter(({ productId, paused }) => productId === null && !paused).toSorted(byAge);
  const shares = ofProducts.filter(({ rule }) => !rule.paused);
  for (const rule of ofViews) {
    for (const productId of productsOf(rule)) {
      if (taken.has(productId)) continue;
      taken.add(productId);
      shares.push({ rule, productId });
    }
  }
  return shares;
}

function byAge(a: Sharing, b: Sharing): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}
