import type { DraftSummary } from "#lib/contracts/orders/drafts.ts";
import type { MemberView } from "#lib/contracts/team/member.ts";
import type { OrderSummary } from "#lib/contracts/orders/order.ts";
import type { Product } from "#lib/contracts/catalog/product.ts";
import { draftTitle } from "#lib/orders/drafts/draftNames.ts";
import { STATES } from "#lib/orders/lifecycle/states.ts";
import { readReference } from "#lib/orders/references/readReference.ts";
import { referenceOf } from "#lib/orders/references/referenceOf.ts";
import { shortReference } from "#lib/orders/references/shortReference.ts";
import { paths } from "#lib/paths.ts";
import { counted } from "#lib/text/counts.ts";
import { describeOrder } from "#lib/text/describeOrder.ts";
import type { NavId } from "#components/shell/navigation/navigation.ts";
import type { NamedAction, PaletteAction } from "./actions.ts";
import type { FoundCustomer } from "./usePaletteSearch.ts";
import type { PalettePage } from "./palettePages.ts";

/** One command of the palette: opens a page, looks up a reference, or performs an action. */
export type Command = {
  id: string;
  label: string;
  detail: string;
  /** The label is a reference. */
  isReference?: boolean;
} & (
  | { kind: "page"; href: string; within: NavId }
  | { kind: "draft" | "order" | "product" | "member"; href: string }
  | { kind: "reference"; reference: string }
  | { kind: "customer"; reference: string }
  | { kind: "action"; action: PaletteAction }
);

/** Commands of one kind, under their heading. */
export type CommandGroup = { label: string; commands: Command[] };

/** What can be found besides the text itself: everything known here, and the results of the searches so far. */
export type Findable = {
  pages: { main: readonly PalettePage[]; further: readonly PalettePage[] };
  actions: readonly NamedAction[];
  drafts: readonly DraftSummary[];
  orders: readonly OrderSummary[];
  products: readonly Product[];
  members: readonly MemberView[];
  customers: readonly FoundCustomer[];
};

/** References contain a digit or a separator and no spaces, which is rare for words that people search for. */
const LIKE_REFERENCE = /^(?=.*[\d_/-])\S{3,}$/u;

/**
 * The commands that match the typed text, in groups: first a text that can only be a reference. Commands that are known at once come before results of searches, so that an
 * answer only moves results that came later.
 */
export function commandGroups(
  text: string,
  { pages, actions, drafts, orders, products, members, customers }: Findable,
): CommandGroup[] {
  const words = text.trim().toLowerCase();
  const reference = readReference(text);
  const typed = reference === null ? [] : [toReference(reference)];
  const found = words === "" ? [] : orders.filter((order) => referenceOf(order) !== reference);
  // What looks like a reference may be a customer, or a purchase order, a tag or another word of orders that were found by it.
  const isOther = customers.length > 0 || (found.length > 0 && found.length === orders.length);
  const isLikely = reference !== null && LIKE_REFERENCE.test(reference) && !isOther;
  const { named, related } = pagesFound(pages, words);
  // Actions with this name come before pages that are only related to it.
  const done = actions.filter((each) => matches(each, words));
  const groups: CommandGroup[] = [
    { label: "By reference", commands: isLikely ? typed : [] },
    { label: "Go to", commands: (done.length > 0 ? named : [...named, ...related]).map(toPage) },
    { label: "Actions", commands: done.map(toAction) },
    { label: "Related pages", commands: done.length > 0 ? related.map(toPage) : [] },
    { label: "Drafts", commands: words === "" ? [] : drafts.map(toDraft) },
    { label: "Customers", commands: words === "" ? [] : customers.map(toCustomer) },
    { label: "Orders", commands: found.map(toOrder) },
    { label: "Products", commands: words === "" ? [] : products.map(toProduct) },
    { label: "Members", commands: words === "" ? [] : members.map(toMember) },
    { label: "By reference", commands: isLikely ? [] : typed },
  ];
  return groups.filter(({ commands }) => commands.length > 0);
}

type PagesFound = { named: PalettePage[]; related: PalettePage[] };

/** Pages whose label contains the text, and pages with such further words; without a text, those of the navigation. */
function pagesFound({ main, further }: Findable["pages"], words: string): PagesFound {
  if (words === "") return { named: [...main], related: [] };
  const all = [...main, ...further];
  const named = all.filter(({ label }) => label.toLowerCase().includes(words));
  return { named, related: all.filter((page) => !named.includes(page) && matches(page, words)) };
}

/** Whether every typed word begins a word of the label or one of the further words. */
function matches({ label, also }: Pick<NamedAction, "label" | "also">, words: string): boolean {
  const known = `${label} ${also}`.toLowerCase().split(/\s+/u);
  return words.split(/\s+/u).every((word) => known.some((each) => each.startsWith(word)));
}

function toReference(reference: string): Command {
  return {
    id: "reference",
    kind: "reference",
    reference,
    label: reference,
    detail: "Find order",
    isReference: true,
  };
}

function toPage({ id, href, label, within, detail }: PalettePage): Command {
  return { id: `page-${id}`, href, kind: "page", within, label, detail };
}

function toAction({ action, label }: NamedAction): Command {
  return { id: `action-${Object.values(action).join("-")}`, kind: "action", action, label, detail: "" };
}

function toDraft({ id, name, origin, lineCount, ownedBy }: DraftSummary): Command {
  const lines = counted(lineCount, "line", "lines");
  return {
    id: `draft-${id}`,
    href: paths.newOrder(id),
    kind: "draft",
    label: draftTitle({ name, origin }),
    detail: ownedBy === null ? `Draft · ${lines}` : `Draft of ${ownedBy} · ${lines}`,
  };
}

function toOrder(order: OrderSummary): Command {
  const reference = referenceOf(order);
  const detail = `${shortReference(reference)} · ${STATES[order.state].word}`;
  return {
    id: `order-${reference}`,
    href: paths.order(reference),
    kind: "order",
    label: describeOrder({ ...order, quantity: order.quantity }),
    detail,
  };
}

function toCustomer({ reference, codes }: FoundCustomer): Command {
  const detail = `${counted(codes, "code", "codes")} handed out`;
  return { id: `customer-${reference}`, kind: "customer", reference, label: reference, detail };
}

function toProduct(product: Product): Command {
  const query = new URLSearchParams({ q: product.name, product: String(product.id) });
  const detail = [product.currencyCode, product.countryCode, `Product ${product.id}`]
    .filter(Boolean)
    .join(" · ");
  return {
    id: `product-${product.id}`,
    href: paths.catalog(query.toString()),
    kind: "product",
    label: product.name,
    detail,
  };
}

function toMember({ id, name, email, roleName }: MemberView): Command {
  const detail = `${email} · ${roleName}`;
  return { id: `member-${id}`, href: paths.teamMember(id), kind: "member", label: name, detail };
}
