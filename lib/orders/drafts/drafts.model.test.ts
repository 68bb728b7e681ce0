import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OrderDraft } from "#lib/contracts/orders/placeOrder.ts";
import type { DraftBackup, DraftSync } from "./draftSync.ts";
import { Conflict, FakeDraftServer } from "./fakeDraftServer.testing.ts";

const TABS = 3;
const RUNS = 400;

/** One step of a history. `at` selects a line, or what to do. What members undo or redo, they replace while seeing it. */
const step = fc.record({
  tab: fc.nat({ max: TABS - 1 }),
  at: fc.nat({ max: 7 }),
  does: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("add", "type", "confirm", "send") },
    { weight: 2, arbitrary: fc.constantFrom("note", "save", "wait", "refresh", "review", "undo", "redo") },
    { weight: 1, arbitrary: fc.constantFrom("remove", "crash", "server", "works") },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

type Confirmation = { reference: string; note: string; lines: OrderDraft["lines"] };
type Tab = { sync: DraftSync; backup: DraftBackup | null; review: Confirmation | null };

/**
 * Members with several tabs of one draft, a server that is unreachable or loses answers, tabs that crash, orders that the service
 * rejects. Records what was typed, and which of it a member has replaced or removed while seeing it.
 */
class History {
  readonly server = new FakeDraftServer();
  readonly tabs: Tab[] = [];
  readonly typed = new Set<string>();
  readonly replaced = new Set<string>();
  readonly confirmed = new Map<string, Confirmation>();
  private count = 0;

  constructor() {
    for (let index = 0; index < TABS; index += 1) this.tabs.push(this.open());
  }

  private open(): Tab {
    const tab: { sync?: DraftSync; backup: DraftBackup | null; review: null } = {
      backup: null,
      review: null,
    };
    const sync = this.server.open((backup) => {
      // A crashed page keeps nothing any more.
      if (tab.sync === undefined || this.tabs.some((each) => each.sync === tab.sync)) tab.backup = backup;
    });
    return Object.assign(tab, { sync });
  }

  private next(): string {
    this.count += 1;
    this.typed.add(String(this.count));
    return String(this.count);
  }

  async run({ tab: index, at, does }: Step): Promise<void> {
    const tab = this.tabs[index];
    if (tab === undefined) return;
    const { sync } = tab;
    const { draft } = sync.getState();
    const line = draft.lines[at % Math.max(1, draft.lines.length)];
    switch (does) {
      case "add": {
        const quantity = this.next();
        const added = { id: `line-${quantity}`, productId: 1, amount: "", quantity, countryCode: "" };
        sync.edit({ ...draft, lines: [...draft.lines, added] });
        return;
      }
      case "type": {
        if (line === undefined) return;
        this.replaced.add(line.quantity);
        const changed = { ...line, quantity: this.next() };
        sync.edit({ ...draft, lines: draft.lines.map((each) => (each === line ? changed : each)) });
        return;
      }
      case "note": {
        this.replaced.add(draft.note);
        sync.edit({ ...draft, note: this.next() });
        return;
      }
      case "remove": {
        if (line === undefined) return;
        this.replaced.add(line.quantity);
        sync.edit({ ...draft, lines: draft.lines.filter((each) => each !== line) });
        return;
      }
      case "undo":
      case "redo": {
        if (at % 2 === 0) sync.endStep();
        const undone = does === "undo" ? sync.undo() : sync.redo();
        for (const each of undone?.lines ?? []) if (each.before) this.replaced.add(each.before.quantity);
        for (const { before } of undone?.texts ?? []) this.replaced.add(before);
        return;
      }
      case "save": {
        // Not awaited: other tabs continue while it is running.
        void sync.flush();
        return;
      }
      case "wait": {
        await this.server.settle();
        return;
      }
      case "refresh": {
        void sync.refresh();
        return;
      }
      case "crash": {
        await this.crash(index, tab);
        return;
      }
      case "send": {
        this.review(tab, at);
        await this.confirm(tab, at === 7);
        return;
      }
      case "review": {
        this.review(tab, at);
        return;
      }
      case "confirm": {
        await this.confirm(tab, at === 7);
        return;
      }
      case "server": {
        this.server.mode = (["up", "up", "down", "answers-lost"] as const)[at % 4] ?? "up";
        this.server.canRead = at < 6;
        this.server.slow = at > 4;
        return;
      }
      case "works": {
        this.repair();
      }
    }
  }

  /** Opens the review of all lines, or of every other one, as they are shown now. */
  private review(tab: Tab, at: number): void {
    const { draft } = tab.sync.getState();
    const lines = draft.lines.filter((_, position) => at % 2 === 0 || position % 2 === 1);
    if (lines.length > 0) tab.review = { reference: `CD-${(this.count += 1)}`, note: draft.note, lines };
  }

  private async crash(index: number, tab: Tab): Promise<void> {
    this.server.crash(tab.sync);
    const next = this.open();
    this.tabs[index] = next;
    if (tab.backup) await next.sync.restore(tab.backup);
  }

  /** Does what the page does: saves, sends, and remembers unanswered confirmations to ask again. */
  private async confirm(tab: Tab, isRejected: boolean): Promise<void> {
    const { review, sync } = tab;
    this.server.slow = false;
    this.server.deliver();
    if (review === null || (await sync.reference()) === null || this.server.mode === "down") return;
    try {
      this.server.confirm(review.reference, review);
      this.confirmed.set(review.reference, review);
      if (isRejected) this.server.reject(review.reference);
      if (this.server.mode === "answers-lost") return;
      tab.review = null;
      void sync.afterSending(isRejected ? null : review.reference);
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      tab.review = null;
      void sync.afterSending(null);
    }
  }

  private repair(): void {
    this.server.mode = "up";
    this.server.canRead = true;
    this.server.slow = false;
  }

  /** Everything works again, and every tab becomes visible once. */
  async end(): Promise<void> {
    this.repair();
    for (let round = 0; round < 3; round += 1) {
      await this.server.settle();
      for (const { sync } of this.tabs) await sync.refresh();
    }
    await this.server.settle();
  }

  /** Every text that can still be read somewhere at the end. */
  readable(): Set<string> {
    const found = new Set<string>();
    const see = ({ note, lines }: Pick<OrderDraft, "note" | "lines">) => {
      for (const text of [note, ...lines.map(({ quantity }) => quantity)]) found.add(text);
    };
    see(this.server.view.draft);
    for (const order of this.server.bought) see(order);
    for (const { sync } of this.tabs) {
      for (const notice of sync.getState().notices) {
        if (notice.kind === "ordered") for (const { text } of notice.typed) found.add(text);
        else if (notice.kind !== "kept") for (const text of [notice.mine, notice.theirs]) found.add(text);
      }
    }
    return found;
  }
}

async function play(steps: readonly Step[]): Promise<History> {
  const history = new History();
  for (const each of steps) await history.run(each);
  await history.end();
  return history;
}

function byId(lines: OrderDraft["lines"]): OrderDraft["lines"] {
  return lines.toSorted((one, other) => one.id.localeCompare(other.id));
}

describe("whatever tabs, crashes and lost answers do to a draft", () => {
  const histories = fc.array(step, { minLength: 10, maxLength: 60, size: "max" });

  it("each line is bought at most once, as it was seen, and then leaves the draft in every tab", async () => {
    let bought = 0;
    await fc.assert(
      fc.asyncProperty(histories, async (steps) => {
        const { server, tabs, confirmed } = await play(steps);
        const ids = server.bought.flatMap(({ lines }) => lines.map(({ id }) => id));
        expect(new Set(ids).size).toBe(ids.length);
        for (const { reference, lines } of server.bought) {
          // Another tab may have moved them.
          expect(byId(lines)).toEqual(byId(confirmed.get(reference)?.lines ?? []));
        }
        expect(server.view.draft.lines.filter(({ id }) => ids.includes(id))).toEqual([]);
        for (const { sync } of tabs) {
          expect(sync.getState()).toMatchObject({ draft: server.view.draft, safety: { kind: "saved" } });
        }
        bought += ids.length;
      }),
      { numRuns: RUNS },
    );
    // Otherwise the test would prove nothing.
    expect(bought).toBeGreaterThan(RUNS);
  });

  it("no typed text is lost: it is in the draft, in an order, or in a notice", async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (steps) => {
        const history = await play(steps);
        const readable = history.readable();
        const lost = [...history.typed].filter((text) => !history.replaced.has(text) && !readable.has(text));
        expect(lost).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});
