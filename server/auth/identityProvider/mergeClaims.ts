import "server-only";

type Claims = Readonly<Record<string, unknown>>;

/** Claims that are only taken from the signed token of this sign-in. */
const OF_THE_TOKEN = new Set(["auth_time", "sid", "nonce", "aud", "iss"]);
const VERIFIED = "email_verified";

/**
 * The claims of the signed token, and of the userinfo endpoint those that it lacks. Whether an address is verified is believed only of the
 * address that it was said with: one that a person has typed in at the provider must not pass for the one that was verified.
 */
export function mergeClaims(signed: Claims, told: Claims): Claims {
  const isSameAddress = signed.email === undefined || signed.email === told.email;
  const besides = Object.entries(told).filter(
    ([name]) => !OF_THE_TOKEN.has(name) && (name !== VERIFIED || isSameAddress),
  );
  const own = Object.entries(signed).filter(([name]) => name !== VERIFIED || signed.email !== undefined);
  return Object.fromEntries([...besides, ...own]);
}
