import type { OrderDraft, OrderDraftView } from "#lib/contracts/placeOrder.ts";
import { EMPTY_DRAFT } from "./draftRules.ts";
import { DraftSync, type DraftBackup } from "./draftSync.ts";

/** A draft with one line for each quantity, of products 1, 2, 3 … */
export const draft = (...quantities: string[]): OrderDraft => ({
  ...EMPTY_DRAFT,
  lines: quantities.map((quantity, index) => ({
    productId: index + 1,
    amount: "",
    quantity,
    countryCode: "",
  })),
});

class Conflict extends Error {}

/**
 * A server that keeps one draft. It can be out of reach, lose answers, or be written to by somebody else before each save.
 * Time passes only in `settle`.
 */
export class Desk {
  view: OrderDraftView = {
    draft: EMPTY_DRAFT,
    version: 0,
    products: [],
    retiredProductIds: [],
    savedAt: null,
  };
  mode: "up" | "down" | "answers-lost" = "up";
  canRead = true;
  /** What somebody else saves just before our next saves. */
  others: OrderDraft[] = [];
  saves = 0;
  kept: DraftBackup | null = null;
  /** Versions of the views that the pages were given. */
  viewed: number[] = [];
  private due: { ms: number; run: () => void }[] = [];

  put(next: OrderDraft): OrderDraftView {
    this.view = {
      ...this.view,
      draft: next,
      version: this.view.version + 1,
      savedAt: "2030-01-01T12:04:00Z",
    };
    return this.view;
  }

  open(): DraftSync {
    return new DraftSync(this.view, {
      save: async ({ draft: next, version }) => {
        this.saves += 1;
        if (this.mode === "down") throw new Error("No answer.");
        const other = this.others.shift();
        if (other) this.put(other);
        if (version !== this.view.version) throw new Conflict();
        const view = this.put(next);
        if (this.mode === "answers-lost") throw new Error("No answer.");
        return view;
      },
      read: async () => {
        if (!this.canRead) throw new Error("Cannot be read.");
        return this.view;
      },
      isConflict: (error) => error instanceof Conflict,
      describe: (error) => (error instanceof Error ? error.message : ""),
      keep: (backup) => {
        this.kept = backup;
      },
      onView: ({ version }) => {
        this.viewed.push(version);
      },
      later: (ms, run) => {
        const planned = { ms, run };
        this.due.push(planned);
        return () => {
          this.due = this.due.filter((each) => each !== planned);
        };
      },
    });
  }

  /** In how many milliseconds each thing that is planned will run. */
  get planned(): number[] {
    return this.due.map(({ ms }) => ms);
  }

  /** The pages end with what they had planned. */
  crash(): void {
    this.due = [];
  }

  /** Lets time pass until nothing is due any more. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 50; turn += 1) {
      const due = this.due;
      this.due = [];
      for (const { run } of due) run();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
