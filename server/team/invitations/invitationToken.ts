import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { paths } from "#lib/paths.ts";

/** 256 random bits: beyond guessing, so that nothing has to be slowed. */
export function newInvitationToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of it. */
export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** The link. The token stands after the `#`, which browsers do not send: it is in no log of a server or proxy. */
export function invitationLink(token: string): string {
  return `${paths.invitation()}#${token}`;
}
