import { byUrgency } from "#lib/catalog/changes/byUrgency.ts";
import { AFFECTED_THINGS, type AffectedThing } from "#lib/contracts/catalog/changeFilters.ts";
import type { ChangeKind } from "#lib/contracts/catalog/changeKinds.ts";
import type { CatalogSubject } from "#lib/contracts/notices/notices.ts";
import type { Permission } from "#lib/contracts/team/permission.ts";
import { permits } from "#lib/members/roles.ts";
import type { Reader } from "./audience.ts";

/** A change of a product that is in somebody's favourites, drafts, templates, restock rules or orders. */
export type AffectingChange = {
  thing: AffectedThing;
  /** Whose it is; null: the team's. */
  memberId: string | null;
  productId: number;
  name: string;
  kinds: readonly ChangeKind[];
};

/** What somebody needs to have, or see, the thing. */
const NEEDED: Record<AffectedThing, Permission> = {
  favourites: "catalog.read",
  drafts: "orders.place",
  templates: "orders.place",
  rules: "stock.read",
  approvals: "orders.read",
};

/** What of a member's own is affected, product by product: what is gone first, then what costs something else. `most` are named. */
export function ownChanges(
  reader: Reader,
  changes: readonly AffectingChange[],
  most: number,
): Pick<CatalogSubject, "products" | "named"> {
  const products = Map.groupBy(
    changes.filter(
      ({ memberId, thing }) =>
        (memberId === null || memberId === reader.id) && permits(reader, NEEDED[thing]),
    ),
    ({ productId }) => productId,
  );
  const all = [...products.values()].map(namedOf);
  const named = all.toSorted(byUrgency).slice(0, most);
  return { products: all.length, named };
}

/** One product, with all that changed and all that this affects. The latest change says its name. */
function namedOf(changes: readonly AffectingChange[]): CatalogSubject["named"][number] {
  return {
    name: changes.at(-1)?.name ?? "",
    kinds: [...new Set(changes.flatMap(({ kinds }) => kinds))],
    affects: AFFECTED_THINGS.filter((thing) => changes.some((each) => each.thing === thing)),
  };
}
