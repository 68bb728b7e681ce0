import type { SaveChangesRequest, SavedDraft } from "#lib/contracts/orders/drafts.ts";
import type { DraftReference, OrderDraft, OrderDraftView } from "#lib/contracts/orders/placeOrder.ts";
import { changeBetween, patchOf, sideOf, type DraftChange } from "./draftChange.ts";
import {
  NO_HISTORY,
  redo,
  remember,
  endStep,
  undo,
  type DraftHistory,
  type Stepped,
} from "./draftHistory.ts";
import { mergeDrafts, reuseLines, sameDraft, type DraftNotice } from "./draftMerge.ts";

/** Whether the draft is saved. */
export type DraftSafety =
  | { kind: "saved"; at: string | null }
  | { kind: "unsaved" }
  | { kind: "saving" }
  | { kind: "failed"; message: string };

export type DraftState = {
  draft: OrderDraft;
  safety: DraftSafety;
  /** What merging could not decide, until the member has read it. */
  notices: readonly DraftNotice[];
  /** Whether there is something to undo or to redo. */
  canUndo: boolean;
  canRedo: boolean;
};

/** What is needed to restore a draft after a reload that could not be saved: the changes since `version`. */
export type DraftBackup = {
  version: number;
  change: DraftChange;
  notices: readonly DraftNotice[];
};

export type DraftPorts = {
  /** Saves the changes since a version. */
  save(body: SaveChangesRequest): Promise<SavedDraft>;
  /** Reads the stored draft, with what was ordered since a version. */
  read(id: string, since: number): Promise<OrderDraftView>;
  /** Whether a failed save means that the stored draft has changed. */
  isConflict(error: unknown): boolean;
  describe(error: unknown): string;
  /** Keeps what is not saved yet in the browser; null: everything is saved. */
  keep(backup: DraftBackup | null): void;
  /** The stored draft, as it was read. */
  onView(view: OrderDraftView): void;
  /** Called after a save, whose answer contains products. */
  onSaved(saved: SavedDraft, draft: OrderDraft): void;
  /** Called after each of our changes to the stored draft, so that other tabs read it. */
  onChanged(stored: DraftReference): void;
  /** Calls back after `ms`; returns a function that cancels it. */
  later(ms: number, run: () => void): () => void;
};

const SAVE_AFTER_MS = 600;
const AGAIN_AFTER_MS = 5_000;
/** How many unanswered saves are remembered. Without the older ones, a merge may report our own values as conflicts, but loses nothing. */
const ATTEMPTS_KEPT = 10;

/**
 * Saves a draft while it is being edited, one save at a time; later edits wait for it. Changes that another tab has saved are
 * merged line by line, and what a merge cannot decide is reported.
 */
export class DraftSync {
  private state: DraftState;
  private base: OrderDraft;
  private version: number;
  /** Saves that were never answered; the server may have stored them. */
  private attempted: OrderDraft[] = [];
  private history: DraftHistory = NO_HISTORY;
  private cancel: (() => void) | null = null;
  private running: Promise<void> | null = null;
  /** References of orders that this tab placed itself, about which the member need not be told. */
  private readonly placed = new Set<string>();
  private readonly listeners = new Set<() => void>();
  private readonly ports: DraftPorts;
  readonly id: string;

  constructor(view: OrderDraftView, ports: DraftPorts) {
    this.ports = ports;
    this.id = view.id;
    this.base = view.draft;
    this.version = view.version;
    this.state = {
      draft: view.draft,
      safety: { kind: "saved", at: view.savedAt },
      notices: [],
      canUndo: false,
      canRedo: false,
    };
  }

  getState = (): DraftState => this.state;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Takes an edit, which is saved a moment later. */
  edit(draft: OrderDraft): void {
    this.history = remember(this.history, this.state.draft, draft);
    this.show({ draft, safety: { kind: "unsaved" } });
    this.schedule(SAVE_AFTER_MS);
  }

  /** Ends a step of undo, because the member has left the field. */
  endStep = (): void => {
    this.history = endStep(this.history);
  };

  /** Undoes the last step on this page, as far as nobody else has changed it since. Returns the resulting change. */
  undo = (): DraftChange | null => this.step(undo, { past: [] });

  /** Redoes what was last undone. */
  redo = (): DraftChange | null => this.step(redo, { future: [] });

  private step(
    direction: (history: DraftHistory, draft: OrderDraft) => Stepped,
    whenNothingIsLeft: Partial<DraftHistory>,
  ): DraftChange | null {
    const stepped = direction(this.history, this.state.draft);
    this.history = stepped?.history ?? { ...this.history, ...whenNothingIsLeft };
    if (stepped === null) {
      this.show({});
      return null;
    }
    this.show({ draft: stepped.draft, safety: { kind: "unsaved" } });
    this.schedule(SAVE_AFTER_MS);
    return stepped.change;
  }

  /** Removes a notice that the member has read. */
  dismiss(notice: DraftNotice): void {
    this.show({ notices: this.state.notices.filter((each) => each !== notice) });
  }

  /** Restores what an earlier page could not save. That page may have sent it without getting an answer. */
  async restore({ version, change, notices }: DraftBackup): Promise<void> {
    const draft = sideOf(this.base, change, "after");
    this.base = sideOf(this.base, change, "before");
    this.version = version;
    this.attempted = [draft];
    this.show({ draft, safety: { kind: "unsaved" }, notices });
    await this.refresh();
    if (this.state.safety.kind === "unsaved") this.schedule(SAVE_AFTER_MS);
  }

  /** Called when another tab reports that it has stored a newer version. */
  async catchUp(version: number): Promise<void> {
    await this.running;
    if (version > this.version) await this.refresh();
  }

  /** Reads the stored draft and merges it. If it cannot be read, it is merged later. */
  async refresh(): Promise<void> {
    await this.running;
    try {
      const view = await this.ports.read(this.id, this.version);
      await this.running;
      if (view.version >= this.version) this.merge(view);
    } catch {
      // The next save notices it.
    }
  }

  /**
   * Called when a confirmation of this tab was answered. `reference`: the resulting order, whose lines leave the draft without a
   * notice.
   */
  async afterSending(reference: string | null): Promise<void> {
    if (reference !== null) this.placed.add(reference);
    await this.refresh();
    this.ports.onChanged({ id: this.id, version: this.version });
  }

  /** Saves now. Resolves when everything is saved, or cannot be saved at present. */
  async flush(): Promise<void> {
    this.cancel?.();
    this.cancel = null;
    if (this.running) await this.running;
    if (this.state.safety.kind === "unsaved" || this.state.safety.kind === "failed") await this.run();
  }

  /** Saves, and returns the id and version of the stored draft; null if it could not be saved. */
  async reference(): Promise<DraftReference | null> {
    await this.flush();
    return this.state.safety.kind === "saved" ? { id: this.id, version: this.version } : null;
  }

  private schedule(ms: number): void {
    this.cancel?.();
    this.cancel = this.ports.later(ms, () => {
      this.cancel = null;
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
    const { draft } = this.state;
    this.show({ safety: { kind: "saving" } });
    this.attempted = [...this.attempted, draft].slice(-ATTEMPTS_KEPT);
    try {
      const changes = patchOf(changeBetween(this.base, draft));
      this.accept(await this.ports.save({ id: this.id, version: this.version, ...changes }), draft);
    } catch (error) {
      if (!this.ports.isConflict(error)) return this.fail(error, draft);
      this.attempted.pop();
      try {
        if (!this.merge(await this.readAfterConflict())) this.fail(error, draft);
      } catch (readError) {
        this.fail(readError, draft);
      }
    }
  }

  /** If nothing newer is stored, a line was refused that went into an order long ago. */
  private async readAfterConflict(): Promise<OrderDraftView> {
    const view = await this.ports.read(this.id, this.version);
    return view.version > this.version ? view : this.ports.read(this.id, 0);
  }

  private accept(saved: SavedDraft, sent: OrderDraft): void {
    this.base = sent;
    this.version = saved.version;
    this.attempted = [];
    this.ports.onSaved(saved, sent);
    const done = sameDraft(this.state.draft, sent);
    this.show({ safety: done ? { kind: "saved", at: saved.savedAt } : { kind: "unsaved" } });
    this.ports.onChanged({ id: this.id, version: saved.version });
  }

  private fail(error: unknown, sent: OrderDraft): void {
    const changed = !sameDraft(this.state.draft, sent);
    this.show({ safety: { kind: "failed", message: this.ports.describe(error) } });
    this.schedule(changed ? SAVE_AFTER_MS : AGAIN_AFTER_MS);
  }

  /** Returns whether anything has changed: a refused save is then worth another try. */
  private merge(theirs: OrderDraftView): boolean {
    const { draft: mine, notices: known } = this.state;
    const { base, attempted } = this;
    const merged = mergeDrafts({ base, mine, theirs: theirs.draft, attempted, ordered: theirs.ordered });
    // Equal lines stay the same objects, so that comparing them after each keystroke costs next to nothing.
    const draft = reuseLines(merged.draft, mine);
    const different = theirs.version !== this.version || !sameDraft(draft, mine);
    this.ports.onView(theirs);
    // A save over an older version can no longer be stored; one over this version may still arrive.
    if (theirs.version > this.version) this.attempted = [];
    this.base = reuseLines(theirs.draft, draft);
    this.version = theirs.version;
    const done = sameDraft(draft, theirs.draft);
    this.show({
      draft,
      safety: done ? { kind: "saved", at: theirs.savedAt } : { kind: "unsaved" },
      notices: [...known.filter((each) => !isObsolete(each, draft)), ...this.news(merged.notices)],
    });
    if (!done) this.schedule(0);
    return different;
  }

  private news(notices: readonly DraftNotice[]): DraftNotice[] {
    return notices.filter(
      (each) => each.kind !== "ordered" || each.typed.length > 0 || !this.placed.has(each.order.reference),
    );
  }

  private show(change: Partial<DraftState>): void {
    const { past, future } = this.history;
    this.state = { ...this.state, ...change, canUndo: past.length > 0, canRedo: future.length > 0 };
    const { draft, safety, notices } = this.state;
    const clean = safety.kind === "saved" && notices.length === 0;
    this.ports.keep(
      clean ? null : { version: this.version, change: changeBetween(this.base, draft), notices },
    );
    for (const listener of this.listeners) listener();
  }
}

/** True for a notice about ordered lines that are back in the draft, because the service rejected the order. */
function isObsolete(notice: DraftNotice, draft: OrderDraft): boolean {
  if (notice.kind !== "ordered" || notice.typed.length > 0) return false;
  const ids = new Set(draft.lines.map(({ id }) => id));
  return notice.lineIds.every((id) => ids.has(id));
}
