import type { TokenScope } from "#lib/contracts/team/accessTokens.ts";
import { HOUR } from "#lib/time/instant.ts";
import { fullBucket } from "#server/auth/tokens/findToken.ts";
import { hashToken, newTokenText, prefixOf } from "#server/auth/tokenText.ts";
import { accessTokens } from "#server/db/schema/accessTokens.ts";
import type { TestProgram } from "./testProgram.ts";

/** Inserts a personal token of a member, as if it had been created through the interface. */
export async function insertToken(
  { program, now }: Pick<TestProgram, "program" | "now">,
  memberId: string,
  scopes: readonly TokenScope[],
): Promise<{ id: string; secret: string }> {
  const secret = newTokenText();
  const createdAt = now();
  const [row] = await program.db
    .insert(accessTokens)
    .values({
      memberId,
      kind: "personal",
      name: "Test",
      hash: hashToken(secret),
      prefix: prefixOf(secret),
      scopes: [...scopes],
      createdAt,
      createdBy: memberId,
      expiresAt: createdAt + HOUR,
      ...fullBucket(createdAt),
    })
    .returning({ id: accessTokens.id });
  if (row === undefined) throw new Error("the token was not written");
  return { id: row.id, secret };
}
