import type { AffectedThing } from "#lib/contracts/catalog/changeFilters.ts";
import type { ChangeKind } from "#lib/contracts/catalog/changeKinds.ts";

/** A kind of change, as filters and badges name it. */
export const KIND_WORDS: Record<ChangeKind, string> = {
  new: "New",
  gone: "Gone",
  back: "Back",
  price: "Price",
  bounds: "Minimum or maximum",
  step: "Step",
  suggested: "Suggested amount",
  denomination: "Denomination",
  currency: "Currency",
  country: "Country",
  name: "Name",
};

/** What a change affects, as filters and badges name it. */
export const AFFECTED_WORDS: Record<AffectedThing, string> = {
  favourites: "Favourites",
  drafts: "Drafts",
  templates: "Templates",
  rules: "Restock rules",
  approvals: "Orders awaiting approval",
};
