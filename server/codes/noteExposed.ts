import "server-only";
import { sql } from "drizzle-orm";
import type { Code } from "#lib/contracts/codes/codes.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Transaction } from "#server/db/connect.ts";
import { codeExposures } from "#server/db/schema/codes.ts";
import { fingerprintOf } from "#server/orders/ledger/fingerprint.ts";
import { inParts } from "#server/orders/ledger/inParts.ts";
import { lockReveals } from "./revealBudget.ts";

/**
 * Notes that somebody is about to see codes, so that none of them is handed out as untouched. No code may be sent before that is committed.
 * A hand-out at the same moment, which takes the same lock, comes before or after it.
 */
export async function noteExposed(
  request: MemberRequest,
  codes: readonly Pick<Code, "fields">[],
  how: "revealed" | "exported",
): Promise<void> {
  if (codes.length === 0) return;
  await request.db.transaction(async (tx) => {
    await lockReveals(tx);
    await inParts(codes, (part) => {
      const own = part.map((code) => fingerprintOf(request.fingerprintKey, code));
      return noteFingerprintsExposed(tx, request, own, how);
    });
  });
}

/** The same for codes of which only the fingerprints are known, in a transaction that holds the lock of reveals. */
export async function noteFingerprintsExposed(
  tx: Transaction,
  { clock, environment }: MemberRequest,
  fingerprints: Buffer[],
  how: "revealed" | "exported",
): Promise<void> {
  const at = sql`${toIso(clock.now())}::timestamptz`;
  const column = sql.identifier(how === "revealed" ? "revealed_at" : "exported_at");
  await tx.execute(sql`insert into ${codeExposures} ("environment", "fingerprint", ${column})
    select distinct ${environment}, given.code, ${at} from unnest(${sql.param(fingerprints)}::bytea[]) as given (code)
    on conflict ("environment", "fingerprint") do update set ${column} = excluded.${column}`);
}
