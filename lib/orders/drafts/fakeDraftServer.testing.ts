import type { OrderDraft, OrderDraftView, OrderedLines } from "#lib/contracts/placeOrder.ts";
import { withoutLines } from "./draftConfirmation.ts";
import { EMPTY_DRAFT } from "./draftRules.ts";
import { DraftSync, type DraftBackup } from "./draftSync.ts";

/** A draft with one line for each quantity, of products 1, 2, 3 … */
export const draft = (...quantities: string[]): OrderDraft => ({
  ...EMPTY_DRAFT,
  lines: quantities.map((quantity, index) => line(index + 1, quantity)),
});

export function line(productId: number, quantity: string) {
  return { id: `line-${productId}`, productId, amount: "", quantity, countryCode: "" };
}

class Conflict extends Error {}

export const SAVED_AT = "2030-01-01T12:04:00Z";
export const ID = "draft-1";

/**
 * A server that stores one draft. It can be out of reach, lose answers, or be written to by somebody else before each save.
 * Time passes only in `settle`.
 */
export class FakeDraftServer {
  view: OrderDraftView = {
    id: ID,
    origin: null,
    draft: EMPTY_DRAFT,
    version: 0,
    products: [],
    retiredProductIds: [],
    savedAt: null,
    ordered: [],
  };
  mode: "up" | "down" | "answers-lost" = "up";
  canRead = true;
  /** What somebody else saves just before our next saves. */
  others: OrderDraft[] = [];
  saves = 0;
  /** What the page kept in its browser last. */
  kept: DraftBackup | null = null;
  /** Versions of the views that the pages were given. */
  viewed: number[] = [];
  /** Versions that the pages told other tabs about. */
  told: number[] = [];
  private orders: { version: number; ordered: OrderedLines }[] = [];
  private due: { page: object; ms: number; run: () => void }[] = [];

  put(next: OrderDraft): OrderDraftView {
    this.view = { ...this.view, draft: next, version: this.view.version + 1, savedAt: SAVED_AT };
    return this.view;
  }

  /** Orders lines of the stored draft, as a confirmation does. */
  order(reference: string, ...lineIds: string[]): void {
    const ids = new Set(lineIds);
    const lines = this.view.draft.lines.filter(({ id }) => ids.has(id));
    this.put(withoutLines(this.view.draft, ids));
    const ordered = { reference, placedBy: "Ada", at: SAVED_AT, lines };
    this.orders.push({ version: this.view.version, ordered });
  }

  /** The service rejected the order: its lines are no longer ordered. */
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
    const page = {};
    const sync: DraftSync = new DraftSync(this.read(this.view.version), {
      save: async ({ draft: next, version }) => {
        this.saves += 1;
        if (this.mode === "down") throw new Error("No answer.");
        const other = this.others.shift();
        if (other) this.put(other);
        const view = this.save(next, version);
        if (this.mode === "answers-lost") throw new Error("No answer.");
        return view;
      },
      read: async (_id, since) => {
        if (!this.canRead) throw new Error("Cannot be read.");
        return this.read(since);
      },
      isConflict: (error) => error instanceof Conflict,
      describe: (error) => (error instanceof Error ? error.message : ""),
      keep,
      onView: ({ version }) => void this.viewed.push(version),
      onChanged: ({ version }) => void this.told.push(version),
      later: (ms, run) => {
        const planned = { page, ms, run };
        this.due.push(planned);
        return () => {
          this.due = this.due.filter((each) => each !== planned);
        };
      },
    });
    this.pages.set(sync, page);
    return sync;
  }

  private readonly pages = new Map<DraftSync, object>();

  /** In how many milliseconds each thing that is planned will run. */
  get planned(): number[] {
    return this.due.map(({ ms }) => ms);
  }

  /** The pages end with what they had planned; without an argument, all of them. */
  crash(sync?: DraftSync): void {
    const page = sync === undefined ? null : this.pages.get(sync);
    this.due = this.due.filter((each) => page !== null && each.page !== page);
  }

  /** Lets time pass until nothing is due any more. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 50 && (turn < 3 || this.due.length > 0); turn += 1) {
      const due = this.due;
      this.due = [];
      for (const { run } of due) run();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
