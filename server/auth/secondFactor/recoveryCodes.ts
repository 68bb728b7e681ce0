import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { and, count, eq, isNull } from "drizzle-orm";
import type { Instant } from "#lib/time/instant.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { recoveryCodes } from "#server/db/schema/secondFactor.ts";

const HOW_MANY = 10;
/** 31 letters without look-alikes: 16 of them are 79 bits, beyond guessing also from the hash. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const LENGTH = 16;

/** Makes a new set and voids the old one. What it returns is shown once and stored nowhere. */
export async function writeRecoveryCodes(tx: Transaction, memberId: string, now: Instant): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, newCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.memberId, memberId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ memberId, hash: hashOf(memberId, code), createdAt: now })));
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, "$1-"));
}

/** Whether the code is one of the member's that was not used yet; from now on it is. Of any number at once, one is told so. */
export async function spendRecoveryCode(
  tx: Transaction,
  memberId: string,
  code: string,
  now: Instant,
): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.memberId, memberId),
        eq(recoveryCodes.hash, hashOf(memberId, code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ id: recoveryCodes.id });
  return used.length === 1;
}

/** How many codes the member has left. */
export async function countRecoveryCodes(db: Database | Transaction, memberId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.memberId, memberId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}

function newCode(): string {
  const letters: string[] = [];
  while (letters.length < LENGTH) {
    for (const byte of randomBytes(32)) {
      // Beyond the last whole multiple, some letters would come up more often.
      if (byte < 248 && letters.length < LENGTH) letters.push(ALPHABET.charAt(byte % 31));
    }
  }
  return letters.join("");
}

/** Without the program's secret, so that codes outlive a change of it. */
function hashOf(memberId: string, code: string): string {
  return createHash("sha256").update(`recovery code\n${memberId}\n${code}`).digest("base64url");
}
