import "server-only";
import { AppError } from "#server/context/errors.ts";
import { COMMON_PASSWORDS } from "./commonPasswords.ts";

const MIN_LENGTH = 12;
const MAX_LENGTH = 200;
/** The largest share of neighbouring characters that may also be neighbours on a keyboard or in the alphabet. */
const SEQUENCE_SHARE = 0.75;
const SEQUENCES = ["abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
/** Characters that often stand for letters. */
const REPLACED = new Map(
  Object.entries({ "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s", "!": "i" }),
);

/**
 * Refuses a password that is too short or easily guessed: a common password, even with digits and punctuation around it or in
 * place of letters; the member's own address; a sequence.
 * @throws AppError `validation` at the given field, with advice.
 */
export function checkNewPassword(password: string, email: string, field = "password"): void {
  const problem = problemOf(password, email);
  if (problem !== null) throw new AppError("validation", problem, { fields: { [field]: problem } });
}

function problemOf(password: string, email: string): string | null {
  // Counts as a person would: an emoji is one character.
  const length = Array.from(password).length;
  if (length < MIN_LENGTH) return `Use at least ${MIN_LENGTH} characters. Try a passphrase.`;
  if (length > MAX_LENGTH) return `Use at most ${MAX_LENGTH} characters.`;
  const folded = password.normalize("NFKC").trim().toLowerCase();
  if (new Set(folded).size < 4) return "Use more than a few different characters.";
  const core = lettersOf(folded);
  if (folded === email.toLowerCase() || core === lettersOf(email.toLowerCase())) {
    return "The password must not be your e-mail address.";
  }
  if (isSequence(folded)) return "This is a sequence, which is easy to guess. Try a passphrase.";
  if (isCommon(core) || isCommon(lettersOf(unreplaced(folded)))) {
    return "This is a common password, which is easy to guess. Try a passphrase.";
  }
  return null;
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}]/gu, "");
}

/** "p4$$w0rd!99" as "password": removes digits and punctuation at the ends, then puts replaced letters back. */
function unreplaced(text: string): string {
  const word = text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return Array.from(word, (sign) => REPLACED.get(sign) ?? sign).join("");
}

let common: ReadonlySet<string> | undefined;
/** Whether the letters are a common password, or one repeated. */
function isCommon(letters: string): boolean {
  common ??= new Set(COMMON_PASSWORDS.split(/\s+/));
  if (letters === "") return false;
  const period = `${letters}${letters}`.indexOf(letters, 1);
  return common.has(letters) || common.has(letters.slice(0, period));
}

function isSequence(text: string): boolean {
  const signs = Array.from(text);
  const following = signs.slice(1).filter((sign, index) => areNeighbours(signs[index] ?? "", sign));
  return following.length >= (signs.length - 1) * SEQUENCE_SHARE;
}

function areNeighbours(one: string, next: string): boolean {
  return SEQUENCES.some((row) => row.includes(one + next) || row.includes(next + one));
}
