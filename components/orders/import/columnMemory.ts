import { z } from "zod";
import { headSignature, type ColumnMapping } from "#lib/orders/import/columns.ts";

const columnSchema = z.int().min(0).max(1_000).optional();
const memorySchema = z.array(
  z.object({
    signature: z.string(),
    mapping: z.strictObject({
      productId: columnSchema,
      name: columnSchema,
      amount: columnSchema,
      quantity: columnSchema,
      country: columnSchema,
      currency: columnSchema,
    }),
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

/** Remembers in this browser which column mapping a member chose for tables with these headings. */
export const columnMemory = {
  recall: (memberId: string, heads: readonly string[]): ColumnMapping | null => {
    const signature = headSignature(heads);
    const found = all(memberId).find((each) => each.signature === signature);
    return found === undefined ? null : withoutGaps(found.mapping);
  },
  remember: (memberId: string, heads: readonly string[], mapping: ColumnMapping): void => {
    const signature = headSignature(heads);
    if (signature === null) return;
    const others = all(memberId).filter((each) => each.signature !== signature);
    try {
      localStorage.setItem(
        keyOf(memberId),
        JSON.stringify([{ signature, mapping }, ...others].slice(0, MOST)),
      );
    } catch {
      // The import works without storage.
    }
  },
};

function withoutGaps(mapping: Memory[number]["mapping"]): ColumnMapping {
  return Object.fromEntries(Object.entries(mapping).filter(([, at]) => at !== undefined));
}
