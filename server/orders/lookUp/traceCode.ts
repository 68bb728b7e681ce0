import "server-only";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { groupName, groupOf, type GroupedCodes } from "#lib/codes/groupCodes.ts";
import type { ShownCode } from "#lib/contracts/codes/codes.ts";
import { MOST_SEEN_BY, type CodeTrace } from "#lib/contracts/codes/lookUp.ts";
import type { Exposure } from "#lib/contracts/codes/handOut.ts";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { auditRecords } from "#server/db/schema/audit.ts";
import { codeExposures, codeHandOuts } from "#server/db/schema/codes.ts";
import { members } from "#server/db/schema/members.ts";
import { fingerprintsOf } from "#server/orders/ledger/fingerprint.ts";
import type { OrderRow } from "#server/orders/ledger/ledgerRow.ts";

/** What is known of one code of an order, without the code: which one it is, to whom it was handed out, and who has seen it. */
export async function traceCode(
  request: MemberRequest,
  row: OrderRow,
  { groups, codes }: GroupedCodes,
  code: ShownCode,
): Promise<CodeTrace> {
  const { fingerprint, earlier } = fingerprintsOf(request.fingerprintKey, code);
  const names = [fingerprint, ...earlier];
  const group = groupOf(groups, code.number);
  const [handedOut, exposure] = await Promise.all([
    readHandOut(request, names, code.productId),
    readExposure(request, names),
  ]);
  return {
    number: code.number,
    of: codes.length,
    productId: code.productId,
    productName: group === undefined ? null : groupName(group),
    handedOut,
    exposure,
    seen: exposure === "untouched" ? [] : await readSeen(request, row, code.number, MOST_SEEN_BY),
  };
}

async function readHandOut(
  { db, environment }: MemberRequest,
  names: Buffer[],
  productId: number | null,
): Promise<CodeTrace["handedOut"]> {
  const { customerReference, takenAt, state, fingerprint } = codeHandOuts;
  const [handOut] = await db
    .select({ customerReference, takenAt, state, takenBy: members.name })
    .from(codeHandOuts)
    .innerJoin(members, eq(members.id, codeHandOuts.takenBy))
    .where(
      and(
        eq(codeHandOuts.environment, environment),
        inArray(fingerprint, names),
        // One text delivered for two products is two codes.
        productId === null ? undefined : eq(codeHandOuts.productId, productId),
      ),
    )
    .orderBy(desc(takenAt))
    .limit(1);
  return handOut === undefined ? null : { ...handOut, takenAt: toIso(handOut.takenAt) };
}

/** Whether a code, by its fingerprints, was revealed or exported, the worst of both. */
export async function readExposure({ db, environment }: MemberRequest, names: Buffer[]): Promise<Exposure> {
  const exposures = await db
    .select()
    .from(codeExposures)
    .where(and(eq(codeExposures.environment, environment), inArray(codeExposures.fingerprint, names)));
  if (exposures.some(({ exportedAt }) => exportedAt !== null)) return "exported";
  return exposures.some(({ revealedAt }) => revealedAt !== null) ? "revealed" : "untouched";
}

/** Who has seen the code otherwise than by a hand-out, the latest `most` first, by the records of the order. */
export async function readSeen(
  { db }: MemberRequest,
  row: Pick<OrderRow, "id">,
  number: number,
  most: number,
): Promise<CodeTrace["seen"]> {
  const { at, action, details, orderRow, actorId } = auditRecords;
  const first = sql`(${details} ->> 'first')::int`;
  const rows = await db
    .select({ by: members.name, at, action })
    .from(auditRecords)
    .innerJoin(members, eq(members.id, actorId))
    .where(
      and(
        eq(orderRow, row.id),
        inArray(action, ["codes.revealed", "codes.exported"]),
        // A search for codes may have shown any of them, so it names nobody.
        sql`${first} <= ${number} and ${number} < ${first} + (${details} ->> 'count')::int`,
      ),
    )
    .orderBy(desc(auditRecords.id))
    .limit(most);
  return rows.map((each) => ({
    by: each.by,
    at: toIso(each.at),
    how: each.action === "codes.exported" ? "exported" : "revealed",
  }));
}
