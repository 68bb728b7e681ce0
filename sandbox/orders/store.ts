import { randomBytes } from "node:crypto";
import path from "node:path";
import { type Disk, Journal } from "./journal.ts";
import { type Override, type StoredOrder, overrideSchema, storedOrderSchema } from "./order.ts";

/** All orders, in memory, with the journal beneath. Nothing is visible before it is durable. */
export class OrderStore {
  #byCode = new Map<string, StoredOrder>();
  #byId = new Map<string, StoredOrder>();
  #overrides = new Map<string, Override>();
  /** Orders that are being written: a second POST of the same code waits for the answer to the first. */
  #arriving = new Map<string, Promise<StoredOrder>>();
  #nextId = 5_000_001;
  #journal: Journal;

  constructor(directory: string, disk?: Disk) {
    const { journal, entries } = Journal.open(path.join(directory, "orders.journal"), disk);
    this.#journal = journal;
    for (const [at, entry] of entries.entries()) {
      const order = storedOrderSchema.safeParse(entry.order);
      const change = overrideSchema.safeParse(entry.override);
      if (entry.kind === "order" && order.success) this.#index(order.data);
      else if (entry.kind === "override" && change.success) this.#indexOverride(change.data);
      else
        throw new Error(
          `The journal in ${directory} is not of this program (line ${at + 1}); use another directory`,
        );
    }
  }

  byCode(code: string): StoredOrder | undefined {
    return this.#byCode.get(code);
  }

  /** The reference of GET /orders/{reference}: the numeric id first, then the partner's own code. */
  find(reference: string): StoredOrder | undefined {
    return this.#byId.get(reference) ?? this.#byCode.get(reference);
  }

  all(): StoredOrder[] {
    return [...this.#byCode.values()];
  }

  overrideOf(order: StoredOrder): Override | undefined {
    return this.#overrides.get(order.externalOrderCode);
  }

  /** Creates the order unless its code exists; in both cases returns the one order with that code. */
  async add(order: Omit<StoredOrder, "orderId" | "seed">): Promise<{ order: StoredOrder; existed: boolean }> {
    const code = order.externalOrderCode;
    const known = this.#byCode.get(code);
    if (known !== undefined) return { order: known, existed: true };
    // No await between this check and `set` below: two POSTs of one code must not both pass.
    const arriving = this.#arriving.get(code);
    if (arriving !== undefined) return { order: await arriving, existed: true };
    const made = { ...order, orderId: this.#nextId, seed: randomBytes(12).toString("hex") };
    this.#nextId += 1;
    const arrival = this.#journal.append({ kind: "order", order: made }).then(() => {
      this.#index(made);
      return made;
    });
    this.#arriving.set(code, arrival);
    try {
      return { order: await arrival, existed: false };
    } finally {
      this.#arriving.delete(code);
    }
  }

  async override(change: Override): Promise<void> {
    const merged = { ...this.#overrides.get(change.externalOrderCode), ...change };
    await this.#journal.append({ kind: "override", override: merged });
    this.#indexOverride(merged);
  }

  close(): void {
    this.#journal.close();
  }

  #index(order: StoredOrder): void {
    this.#byCode.set(order.externalOrderCode, order);
    this.#byId.set(String(order.orderId), order);
    this.#nextId = Math.max(this.#nextId, order.orderId + 1);
  }

  #indexOverride(change: Override): void {
    this.#overrides.set(change.externalOrderCode, change);
  }
}
