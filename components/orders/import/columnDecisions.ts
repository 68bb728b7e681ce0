import type { CheckSettings } from "#lib/orders/import/checkTable.ts";
import { decidedIn, type DecidedColumns } from "#lib/orders/import/decidedColumns.ts";
import type { Instant } from "#lib/time/instant.ts";
import { columnMemory } from "./columnMemory.ts";

/** What a member decides of the columns of one table; it is remembered once no question about the table is open. */
export class ColumnDecisions {
  readonly #memberId: string;
  #recalled: DecidedColumns | null = null;
  #chosen: { heads: readonly string[]; decided: DecidedColumns } | null = null;

  constructor(memberId: string) {
    this.#memberId = memberId;
  }

  /** The settings of a table that was just read, with what they had decided of such a table before. */
  begin(settings: CheckSettings): void {
    this.#recalled = decidedIn(settings);
    this.#chosen = null;
  }

  /** `heads`: undefined if the columns have no names. */
  note(heads: readonly string[] | undefined, settings: CheckSettings): void {
    const decided = decidedIn(settings);
    const isNew = decided !== null && JSON.stringify(decided) !== JSON.stringify(this.#recalled);
    this.#chosen = heads !== undefined && isNew ? { heads, decided } : null;
  }

  remember(now: Instant): void {
    if (this.#chosen === null) return;
    columnMemory.remember(this.#memberId, this.#chosen.heads, this.#chosen.decided, now);
    this.#chosen = null;
  }
}
