import "server-only";
import { inArray } from "drizzle-orm";
import { typedForms, valueForms } from "#lib/codes/searchableValue.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { AppError } from "#server/context/errors.ts";
import { codeValues } from "#server/db/schema/orders.ts";
import { valueFingerprintOf } from "#server/orders/ledger/fingerprint.ts";

/** Of how many words a code consists at most, as customers write it. */
const WORDS_OF_CODE = 5;

/**
 * Refuses a text that names a delivered code: it would be stored, and read by members who may not see it.
 * @throws AppError `validation`.
 */
export async function refuseCodeInText(
  { db, fingerprintKey }: MemberRequest,
  text: string,
  field: string,
): Promise<void> {
  const forms = new Set(partsOf(text).flatMap(typedForms).flatMap(valueForms));
  if (forms.size === 0) return;
  const [found] = await db
    .select({ orderRow: codeValues.orderRow })
    .from(codeValues)
    .where(
      inArray(
        codeValues.fingerprint,
        [...forms].map((form) => valueFingerprintOf(fingerprintKey, form)),
      ),
    )
    .limit(1);
  if (found === undefined) return;
  throw new AppError("validation", "Leave the code out: this text is stored and shown to others.", {
    fields: { [field]: "Leave the code out." },
  });
}

/** Every few words in a row, with what usually stands around a code taken off. */
function partsOf(text: string): string[] {
  const words = text
    .split(/\s+/u)
    .flatMap((word) => word.replaceAll(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, "") || []);
  return words.flatMap((_, at) =>
    Array.from({ length: Math.min(WORDS_OF_CODE, words.length - at) }, (__, more) =>
      words.slice(at, at + more + 1).join(" "),
    ),
  );
}
