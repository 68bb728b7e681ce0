import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { and, count, eq, isNull } from "drizzle-orm";
import type { Instant } from "#lib/time/instant.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { recoveryCodes } from "#server/db/schema/secondFactor.ts";

const HOW_MANY = 10;
/** 31 characters without look-alikes: 16 of them have 79 bits, which cannot be guessed even from the hash. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const LENGTH = 16;

/** Creates a new set and invalidates the old one. The returned codes are shown once and stored nowhere. */
export async function writeRecoveryCodes(tx: Transaction, memberId: string, now: Instant): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, newCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.memberId, memberId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ memberId, hash: hashOf(memberId, code), createdAt: now })));
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, "$1-"));
}

/** Uses up a recovery code. False if it is not one of the member's unused codes, or if a concurrent request has just used it. */
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
      // Bytes beyond the last whole multiple of 31 would favour some letters.
      if (byte < 248 && letters.length < LENGTH) letters.push(ALPHABET.charAt(byte % 31));
    }
  }
  return letters.join("");
}

/** Does not use the program's secret, so that codes remain valid when that changes. */
function hashOf(memberId: string, code: string): string {
  return createHash("sha256").update(`recovery code\n${memberId}\n${code}`).digest("base64url");
}
