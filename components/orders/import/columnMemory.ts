import { z } from "zod";
import { toIso, type Instant } from "#lib/time/instant.ts";
import { headSignature } from "#lib/orders/import/columns.ts";
import type { DecidedColumns } from "#lib/orders/import/decidedColumns.ts";

const columnSchema = z.int().min(0).max(1_000).optional();
export const mappingSchema = z.strictObject({
  productId: columnSchema,
  name: columnSchema,
  amount: columnSchema,
  quantity: columnSchema,
  country: columnSchema,
  currency: columnSchema,
});
const memorySchema = z.array(
  z.object({
    signature: z.string(),
    /** When the columns were mapped. Missing for what was remembered before times were. */
    at: z.iso.datetime().optional(),
    mapping: mappingSchema,
    /** The answered questions about columns. Missing for what was remembered before they were. */
    answered: z.array(z.string()).optional(),
  }),
);
const MOST = 30;
const keyOf = (memberId: string) => `codedesk import columns ${memberId}`;

type Memory = z.infer<typeof memorySchema>;

function all(memberId: string): Memory {
  try {
    const parsed = memorySchema.safeParse(JSON.parse(localStorage.getItem(keyOf(memberId)) ?? "[]"));
    return parsed.success ? parsed.data : [];
  } catch {
    // Storage is full or blocked: the guessed columns are used.
    return [];
  }
}

/** What a member chose for tables with some headings, and when; null: that was not remembered. */
export type Remembered = DecidedColumns & { at: string | null };

/** Remembers in this browser what a member decided of the columns of tables with these headings. */
export const columnMemory = {
  recall: (memberId: string, heads: readonly string[]): Remembered | null => {
    const signature = headSignature(heads);
    const found = all(memberId).find((each) => each.signature === signature);
    if (found === undefined) return null;
    return { mapping: withoutGaps(found.mapping), answered: found.answered ?? null, at: found.at ?? null };
  },
  remember: (
    memberId: string,
    heads: readonly string[],
    { mapping, answered }: DecidedColumns,
    now: Instant,
  ): void => {
    const signature = headSignature(heads);
    if (signature === null) return;
    const others = all(memberId).filter((each) => each.signature !== signature);
    store(memberId, [
      { signature, mapping, at: toIso(now), ...(answered === null ? {} : { answered: [...answered] }) },
      ...others,
    ]);
  },
  forget: (memberId: string, heads: readonly string[]): void => {
    const signature = headSignature(heads);
    store(
      memberId,
      all(memberId).filter((each) => each.signature !== signature),
    );
  },
};

function store(memberId: string, memory: Memory): void {
  try {
    localStorage.setItem(keyOf(memberId), JSON.stringify(memory.slice(0, MOST)));
  } catch {
    // The import works without storage.
  }
}

function withoutGaps(mapping: Memory[number]["mapping"]): DecidedColumns["mapping"] {
  return Object.fromEntries(Object.entries(mapping).filter(([, at]) => at !== undefined));
}
