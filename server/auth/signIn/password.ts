import "server-only";
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { hashInTurn, type HashCaller } from "./hashQueue.ts";

/** argon2id is the package's default algorithm; the parameters are from OWASP's password storage cheat sheet. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * Hashes a password as a PHC string.
 * @throws AppError `too-busy`.
 */
export function hashPassword(password: string): Promise<string> {
  return hashInTurn("known", () => hash(password.normalize("NFKC"), PARAMETERS));
}

/**
 * Whether the password matches the hash. Null stands for a member who does not exist or has no password: it takes as long as any
 * other, so that nobody can find out which addresses are known.
 * @throws AppError `too-busy`.
 */
export async function verifyPassword(
  storedHash: string | null,
  password: string,
  caller: HashCaller,
): Promise<boolean> {
  const compared = storedHash ?? (await unknownHash());
  const matches = await hashInTurn(caller, () => verify(compared, password.normalize("NFKC")));
  return matches && storedHash !== null;
}

let decoy: Promise<string> | undefined;
function unknownHash(): Promise<string> {
  decoy ??= hashPassword(randomBytes(24).toString("base64url"));
  return decoy;
}

/** A one-time password: 20 characters from an alphabet without look-alikes, 98 bits. */
export function generatePassword(): string {
  const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
  const letters: string[] = [];
  while (letters.length < 20) {
    for (const byte of randomBytes(32)) {
      // Bytes beyond the last whole multiple of 31 would favour some letters.
      if (byte < 248 && letters.length < 20) letters.push(alphabet.charAt(byte % 31));
    }
  }
  return letters.join("").replaceAll(/(.{5})(?=.)/g, "$1-");
}
