import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { paths } from "#lib/paths.ts";

/** 256 random bits, which cannot be guessed, so attempts need not be limited. */
export function newInvitationToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The hash that is stored instead of the token. */
export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** The link. The token follows the `#`, which browsers do not send, so it appears in no log of a server or proxy. */
export function invitationLink(token: string): string {
  return `${paths.invitation()}#${token}`;
}
