import type { OrderDraft, OrderDraftView } from "#lib/contracts/placeOrder.ts";
import { mergeDrafts, reconcileDrafts, sameDraft, sameLine } from "./draftMerge.ts";

/** How safe the draft is. `conflict`: somebody else changed the same thing, and only a person can say what is meant. */
export type DraftSafety =
  | { kind: "saved"; at: string | null }
  | { kind: "unsaved" }
  | { kind: "saving" }
  | { kind: "failed"; message: string }
  | { kind: "conflict"; theirs: OrderDraftView };

export type DraftState = { draft: OrderDraft; safety: DraftSafety };

/** What a draft that could not be saved needs, to be taken up again after a reload. */
export type DraftBackup = { base: OrderDraft; draft: OrderDraft };

export type DraftPorts = {
  save(body: { draft: OrderDraft; version: number }): Promise<OrderDraftView>;
  read(): Promise<OrderDraftView>;
  /** Whether a failed save means that somebody saved before. */
  isConflict(error: unknown): boolean;
  describe(error: unknown): string;
  /** Keeps what is not saved yet, null when nothing is left to keep. */
  keep(backup: DraftBackup | null): void;
  /** Each answer of the server, for the products it brings. */
  onView(view: OrderDraftView): void;
  /** Calls back after `ms`; returns how to call it off. */
  later(ms: number, run: () => void): () => void;
};

const SAVE_AFTER_MS = 600;
const AGAIN_AFTER_MS = 5_000;
/** A tab that keeps being overtaken stops and shows it. */
const JOINS = 5;

/**
 * Keeps a draft saved while it is typed: one save at a time, later keys wait for it. What another tab saved meanwhile is
 * joined where that is possible, and never overwritten unasked.
 */
export class DraftSync {
  private state: DraftState;
  private base: OrderDraft;
  private version: number;
  /** Saves that were never answered: the server may hold them. */
  private attempted: OrderDraft[] = [];
  private callOff: (() => void) | null = null;
  private running: Promise<void> | null = null;
  private joins = 0;
  private readonly listeners = new Set<() => void>();
  private readonly ports: DraftPorts;

  constructor(view: OrderDraftView, ports: DraftPorts) {
    this.ports = ports;
    this.base = view.draft;
    this.version = view.version;
    this.state = { draft: view.draft, safety: { kind: "saved", at: view.savedAt } };
  }

  getState = (): DraftState => this.state;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** What a person typed. Saved a moment later. */
  edit(draft: OrderDraft): void {
    if (this.state.safety.kind === "conflict") return this.show({ ...this.state, draft });
    this.show({ draft, safety: { kind: "unsaved" } });
    this.joins = 0;
    this.schedule(SAVE_AFTER_MS);
  }

  /** Takes up what an earlier page could not save. */
  restore(backup: DraftBackup): void {
    const joined = mergeDrafts(backup.base, backup.draft, this.state.draft);
    if (joined === null) {
      const theirs = this.viewOfBase();
      this.show({ draft: backup.draft, safety: { kind: "conflict", theirs } });
    } else if (!sameDraft(joined, this.state.draft)) this.edit(joined);
    else this.ports.keep(null);
  }

  /** What was read anew, such as when the tab is looked at again. */
  offer(view: OrderDraftView): void {
    if (view.version <= this.version || this.state.safety.kind === "conflict" || this.running) return;
    this.join(view);
  }

  /** Reads what the server has by now and takes it in. What cannot be read is taken in later. */
  async refresh(): Promise<void> {
    await this.running;
    try {
      this.offer(await this.ports.read());
    } catch {
      // The next save finds out.
    }
  }

  /** Saves now. Resolves when nothing is left to save, or when it cannot be saved at present. */
  async flush(): Promise<void> {
    this.callOff?.();
    this.callOff = null;
    if (this.running) await this.running;
    if (this.state.safety.kind === "unsaved" || this.state.safety.kind === "failed") await this.run();
  }

  /** A person's answer to a conflict. */
  settle(choice: "mine" | "theirs" | "both"): void {
    const { safety, draft } = this.state;
    if (safety.kind !== "conflict") return;
    const { theirs } = safety;
    this.base = theirs.draft;
    this.version = theirs.version;
    this.attempted = [];
    const chosen = { mine: draft, theirs: theirs.draft, both: withAllLines(draft, theirs.draft) }[choice];
    this.show({ draft: chosen, safety: { kind: "saved", at: theirs.savedAt } });
    if (!sameDraft(chosen, theirs.draft)) this.edit(chosen);
  }

  private schedule(ms: number): void {
    this.callOff?.();
    this.callOff = this.ports.later(ms, () => {
      this.callOff = null;
      void this.flush();
    });
  }

  private run(): Promise<void> {
    this.running ??= this.saveOnce().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async saveOnce(): Promise<void> {
    const sent = this.state.draft;
    this.show({ draft: sent, safety: { kind: "saving" } });
    this.attempted.push(sent);
    try {
      this.accept(await this.ports.save({ draft: sent, version: this.version }), sent);
    } catch (error) {
      if (!this.ports.isConflict(error)) return this.fail(error);
      try {
        this.join(await this.ports.read());
      } catch (readError) {
        this.fail(readError);
      }
    }
  }

  private accept(view: OrderDraftView, sent: OrderDraft): void {
    this.base = sent;
    this.version = view.version;
    this.attempted = [];
    this.ports.onView(view);
    const done = sameDraft(this.state.draft, sent);
    this.show({
      draft: this.state.draft,
      safety: done ? { kind: "saved", at: view.savedAt } : { kind: "unsaved" },
    });
  }

  private fail(error: unknown): void {
    const changed = this.state.safety.kind === "unsaved";
    this.show({
      draft: this.state.draft,
      safety: { kind: "failed", message: this.ports.describe(error) },
    });
    this.schedule(changed ? SAVE_AFTER_MS : AGAIN_AFTER_MS);
  }

  private join(theirs: OrderDraftView): void {
    const mine = this.state.draft;
    const joined = reconcileDrafts(this.base, this.attempted, mine, theirs.draft);
    this.ports.onView(theirs);
    const done = joined !== null && sameDraft(joined, theirs.draft);
    // Who has nothing of their own to save is not overtaken.
    this.joins = done ? 0 : this.joins + 1;
    if (joined === null || this.joins > JOINS) {
      return this.show({ draft: mine, safety: { kind: "conflict", theirs } });
    }
    this.base = theirs.draft;
    this.version = theirs.version;
    this.attempted = [];
    this.show({ draft: joined, safety: done ? { kind: "saved", at: theirs.savedAt } : { kind: "unsaved" } });
    if (!done) this.schedule(0);
  }

  private viewOfBase(): OrderDraftView {
    const at = this.state.safety.kind === "saved" ? this.state.safety.at : null;
    return { draft: this.base, version: this.version, products: [], retiredProductIds: [], savedAt: at };
  }

  private show(state: DraftState): void {
    this.state = state;
    this.ports.keep(state.safety.kind === "saved" ? null : { base: this.base, draft: state.draft });
    for (const listener of this.listeners) listener();
  }
}

/** Mine, and after them the lines that only theirs has. */
function withAllLines(mine: OrderDraft, theirs: OrderDraft): OrderDraft {
  const extra = theirs.lines.filter((line) => !mine.lines.some((own) => sameLine(own, line)));
  return { ...mine, lines: [...mine.lines, ...extra] };
}
