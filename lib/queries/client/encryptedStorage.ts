import { isRecord } from "#lib/json/isRecord.ts";
import { fromBase64, toBase64 } from "#lib/text/base64.ts";
import { keepInTab, keptInTab, tabKeys } from "./tabStorage.ts";

/** Whose the kept values are, and what they are encrypted with: told by the server to this member's pages alone. */
export type TabOwner = { memberId: string; storageKey: string };

/** Everything kept for one member begins so; a value of another form of storage does not. */
const PREFIX = "member";
/** Values that change with each key press are encrypted once they rest. */
const ENCRYPT_AFTER_MS = 250;
const IV_BYTES = 12;

/** What the encrypted values hold, as text. */
const encryptedTexts = new Map<string, string>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const ciphers = new Map<string, Promise<CryptoKey>>();

/**
 * Keeps a value of a member in this tab, so that it survives a reload and the end of the session; null removes it. Soon afterwards it is
 * encrypted (AES-GCM): whoever signs in here next can't read it. Where the browser has no such cipher (plain http), it stays readable, and
 * is removed when another member signs in.
 */
export function keepForMember(owner: TabOwner, name: string, value: unknown): void {
  const key = keyOf(owner.memberId, name);
  const text = JSON.stringify(value);
  // As a page is left, the same is kept once more, and there would be no time to encrypt it again.
  if (value !== null && encryptedTexts.get(key) === text && encryptedIn(keptInTab(key)) !== null) return;
  clearTimeout(timers.get(key));
  encryptedTexts.delete(key);
  keepInTab(key, value);
  if (value === null) return;
  timers.set(
    key,
    setTimeout(() => void encrypt(owner, key, value), ENCRYPT_AFTER_MS),
  );
}

/** What is kept for the member under this name; null if there is nothing that can be read. */
export async function keptForMember(owner: TabOwner, name: string): Promise<unknown> {
  const key = keyOf(owner.memberId, name);
  const kept = keptInTab(key);
  const encrypted = encryptedIn(kept);
  if (encrypted === null) return kept;
  try {
    const [iv, data] = [encrypted.subarray(0, IV_BYTES), encrypted.subarray(IV_BYTES)];
    const plain = await crypto.subtle.decrypt(algorithm(iv, key), await cipherOf(owner), data);
    const value: unknown = JSON.parse(new TextDecoder().decode(plain));
    return value;
  } catch {
    return null;
  }
}

/** Whether something is kept for the member under this name, readable or not. */
export function isKeptForMember(owner: TabOwner, name: string): boolean {
  return tabKeys().includes(keyOf(owner.memberId, name));
}

/** Removes what is kept for other members and could be read. What is encrypted stays, for when they sign in here again. */
export function removeReadableOfOthers(memberId: string): void {
  for (const key of tabKeys()) {
    const isOthers = key.startsWith(`${PREFIX} `) && !key.startsWith(keyOf(memberId, ""));
    if (isOthers && encryptedIn(keptInTab(key)) === null) keepInTab(key, null);
  }
}

/** The key of what this tab keeps for one member. */
export function keyOf(memberId: string, name: string): string {
  return `${PREFIX} ${memberId} ${name}`;
}

async function encrypt(owner: TabOwner, key: string, value: unknown): Promise<void> {
  // Absent on pages without https.
  if (!("subtle" in crypto)) return;
  try {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const text = JSON.stringify(value);
    const cipher = await cipherOf(owner);
    const data = await crypto.subtle.encrypt(algorithm(iv, key), cipher, new TextEncoder().encode(text));
    // A later value is encrypted by itself.
    if (JSON.stringify(keptInTab(key)) !== text) return;
    keepInTab(key, { encrypted: toBase64(new Uint8Array([...iv, ...new Uint8Array(data)])) });
    encryptedTexts.set(key, text);
  } catch {
    // It stays as it is kept.
  }
}

function algorithm(iv: Uint8Array<ArrayBuffer>, key: string): AesGcmParams {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(key) };
}

function cipherOf({ storageKey }: TabOwner): Promise<CryptoKey> {
  const known = ciphers.get(storageKey);
  if (known !== undefined) return known;
  const usages: KeyUsage[] = ["encrypt", "decrypt"];
  const made = crypto.subtle.importKey("raw", fromBase64(storageKey), "AES-GCM", false, usages);
  ciphers.set(storageKey, made);
  return made;
}

function encryptedIn(kept: unknown): Uint8Array<ArrayBuffer> | null {
  return isRecord(kept) && typeof kept["encrypted"] === "string" ? fromBase64(kept["encrypted"]) : null;
}
