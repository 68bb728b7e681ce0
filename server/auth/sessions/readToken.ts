import "server-only";
import { decode } from "next-auth/jwt";
import { z } from "zod";
import { SECOND, type Instant } from "#lib/time/instant.ts";
import { keepRecent } from "#lib/keepRecent.ts";

/** The content of our session token: the member and the row of the session. */
const sessionTokenSchema = z.object({ sub: z.uuid(), sid: z.uuid() });
export type SessionToken = z.infer<typeof sessionTokenSchema>;

const lifetimeSchema = z.object({ exp: z.number() });

/** Decrypting a token costs more than everything else that a request does for its session, and a page makes many requests. */
const KEPT_TOKENS = 1_000;
type Kept = { token: SessionToken; until: Instant };
const kept = new Map<string, Kept>();

/** The content of a session cookie, or null for one that is not ours: forged, expired, or encrypted with an earlier secret. */
export async function readToken(cookie: string, secret: string, now: Instant): Promise<SessionToken | null> {
  const key = `${secret}\n${cookie}`;
  const known = kept.get(key);
  if (known !== undefined && now < known.until) return known.token;
  kept.delete(key);
  const payload: unknown = await decode({ token: cookie, secret }).catch(() => null);
  const token = parseSessionToken(payload);
  const ends = lifetimeSchema.safeParse(payload);
  if (token !== null && ends.success)
    keepRecent(kept, key, { token, until: ends.data.exp * SECOND }, KEPT_TOKENS);
  return token;
}

/** The parts of a decoded token that we put there, or null for any other token. */
export function parseSessionToken(token: unknown): SessionToken | null {
  const parsed = sessionTokenSchema.safeParse(token);
  return parsed.success ? parsed.data : null;
}
