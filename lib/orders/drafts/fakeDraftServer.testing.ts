import type {
  OrderDraft,
  OrderDraftView,
  OrderedLines,
  TypedLine,
} from "#lib/contracts/orders/placeOrder.ts";
import { product } from "#lib/contracts/catalog/product.testing.ts";
import { applyPatch } from "./draftChange.ts";
import { changedLines, withLinesBack, withoutLines } from "./draftConfirmation.ts";
import { EMPTY_DRAFT } from "./draftRules.ts";
import { DraftSync, type DraftBackup, type DraftSafety } from "./draftSync.ts";

/** A draft with one line for each quantity, with the products 1, 2, 3 … */
export const draft = (...quantities: string[]): OrderDraft => ({
  ...EMPTY_DRAFT,
  lines: quantities.map((quantity, index) => line(index + 1, quantity)),
});

export function line(productId: number, quantity: string) {
  return { id: `line-${productId}`, productId, amount: "", quantity, countryCode: "" };
}

export class Conflict extends Error {}

type Page = { crashed: boolean };

export const SAVED_AT = "2030-01-01T12:04:00Z";
export const ID = "draft-1";

/**
 * A server that stores one draft. It can be unreachable, lose answers, or be written to by another member before each save. Time
 * passes only in `settle`.
 */
export class FakeDraftServer {
  view: OrderDraftView = {
    id: ID,
    name: null,
    shared: false,
    isOwn: true,
    origin: null,
    draft: EMPTY_DRAFT,
    version: 0,
    products: [],
    retiredProductIds: [],
    savedAt: null,
    changedSince: null,
    ordered: [],
  };
  mode: "up" | "down" | "answers-lost" = "up";
  canRead = true;
  /** Saves are under way for a while: they arrive when time passes, even if their page has crashed. */
  slow = false;
  private arriving: (() => void)[] = [];
  /** What another member saves just before our next saves. */
  others: OrderDraft[] = [];
  saves = 0;
  /** What the page last kept in its browser. */
  kept: DraftBackup | null = null;
  /** Versions of the views that the pages were given. */
  viewed: number[] = [];
  /** The versions since which the pages asked for orders. */
  readSince: number[] = [];
  /** Versions that the pages announced to other tabs. */
  announced: number[] = [];
  private readonly pages = new Map<DraftSync, Page>();
  private orders: { version: number; ordered: OrderedLines }[] = [];
  private due: { page: Page; ms: number; run: () => void }[] = [];

  put(next: OrderDraft): OrderDraftView {
    this.view = { ...this.view, draft: next, version: this.view.version + 1, savedAt: SAVED_AT };
    return this.view;
  }

  /** Orders lines of the stored draft, as a confirmation does. */
  order(reference: string, ...lineIds: string[]): void {
    this.orderWith(reference, this.view.draft.note, new Set(lineIds));
  }

  private orderWith(reference: string, note: string, ids: ReadonlySet<string>): void {
    const lines = this.view.draft.lines.filter(({ id }) => ids.has(id));
    this.put(withoutLines(this.view.draft, ids, { externalOrderCode: null, note, purchaseOrder: null }));
    const ordered = { reference, placedBy: "Ada", at: SAVED_AT, lines };
    this.orders.push({ version: this.view.version, ordered });
    this.bought.push({ reference, note, lines });
  }

  /** What was bought, in the order of confirmation. */
  bought: { reference: string; note: string; lines: TypedLine[] }[] = [];

  /** Confirms lines as a page shows them; the same reference is the same confirmation. Throws on a conflict. */
  confirm(reference: string, { note, lines }: Pick<OrderDraft, "note" | "lines">): void {
    if (this.bought.some((each) => each.reference === reference)) return;
    const ids = new Set(lines.map(({ id }) => id));
    const confirmed = lines.map(({ id, productId, quantity }) => ({
      lineId: id,
      productId,
      product: product(productId),
      price: 1_000,
      quantity: Number(quantity),
      countryCode: "DE",
    }));
    const orderedBefore = this.bought.some((each) => each.lines.some(({ id }) => ids.has(id)));
    if (orderedBefore || changedLines(this.view.draft, confirmed).length > 0) throw new Conflict();
    this.orderWith(reference, note, ids);
  }

  /** The service rejects the order: its lines are put back. */
  reject(reference: string): void {
    const order = this.bought.find((each) => each.reference === reference);
    this.forget(reference);
    if (order === undefined) return;
    this.bought = this.bought.filter((each) => each !== order);
    const lines = order.lines.map((each, position) => ({ position, line: each }));
    this.put(withLinesBack(this.view.draft, { note: order.note, purchaseOrder: null, lines }));
  }

  /** The order's lines no longer count as ordered. */
  forget(reference: string): void {
    this.orders = this.orders.filter(({ ordered }) => ordered.reference !== reference);
  }

  read(since: number): OrderDraftView {
    const ordered = this.orders.filter(({ version }) => version > since).map((each) => each.ordered);
    return { ...this.view, ordered };
  }

  save(next: OrderDraft, version: number): OrderDraftView {
    const taken = new Set(this.orders.flatMap(({ ordered }) => ordered.lines.map(({ id }) => id)));
    if (version !== this.view.version || next.lines.some(({ id }) => taken.has(id))) throw new Conflict();
    return this.put(next);
  }

  open(keep = (backup: DraftBackup | null) => void (this.kept = backup)): DraftSync {
    const page = { crashed: false };
    const never = new Promise<never>(() => {});
    const sync: DraftSync = new DraftSync(this.read(this.view.version), {
      save: async ({ version, ...patch }) => {
        this.saves += 1;
        if (page.crashed) return never;
        if (this.mode === "down") throw new Error("No answer.");
        if (this.slow) await new Promise<void>((resolve) => this.arriving.push(resolve));
        const other = this.others.shift();
        if (other) this.put(other);
        if (version !== this.view.version) throw new Conflict();
        const view = this.save(applyPatch(this.view.draft, patch), version);
        if (page.crashed) return never;
        if (this.mode === "answers-lost") throw new Error("No answer.");
        return {
          id: ID,
          version: view.version,
          savedAt: SAVED_AT,
          lineCount: view.draft.lines.length,
          products: [],
          retiredProductIds: [],
        };
      },
      read: async (_id, since) => {
        if (page.crashed) return never;
        if (!this.canRead) throw new Error("Cannot be read.");
        this.readSince.push(since);
        return this.read(since);
      },
      isConflict: (error) => error instanceof Conflict,
      describe: (error) => (error instanceof Error ? error.message : ""),
      keep,
      onView: ({ version }) => void this.viewed.push(version),
      onSaved: ({ version }) => void this.viewed.push(version),
      onChanged: ({ version }) => void this.announced.push(version),
      later: (ms, run) => {
        const planned = { page, ms, run };
        if (!page.crashed) this.due.push(planned);
        return () => {
          this.due = this.due.filter((each) => each !== planned);
        };
      },
    });
    this.pages.set(sync, page);
    return sync;
  }

  /** The remaining delays in milliseconds of everything that is planned. */
  get planned(): number[] {
    return this.due.map(({ ms }) => ms);
  }

  /** Ends the pages and what they had planned; without an argument, all of them. */
  crash(sync?: DraftSync): void {
    const ended = sync === undefined ? [...this.pages.values()] : [this.pages.get(sync)];
    for (const page of ended) if (page) page.crashed = true;
    this.due = this.due.filter(({ page }) => !page.crashed);
  }

  /** Lets requests under way arrive. */
  deliver(): void {
    for (const arrive of this.arriving.splice(0)) arrive();
  }

  /** Lets time pass until nothing is due any more. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 50 && (turn < 3 || this.due.length > 0); turn += 1) {
      const due = this.due;
      this.due = [];
      for (const { run } of due) run();
      this.deliver();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** Records the states of saving that the page shows, one after the other. */
export function watch(sync: DraftSync): DraftSafety["kind"][] {
  const seen: DraftSafety["kind"][] = [];
  sync.subscribe(() => seen.push(sync.getState().safety.kind));
  return seen;
}
