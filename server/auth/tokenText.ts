import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { AppError } from "#server/context/errors.ts";

/** Lets people, and programs that search for leaked secrets, recognise a token. */
const TOKEN_PREFIX = "cdk_";
const TOKEN = /^cdk_[A-Za-z0-9_-]{43}$/;
const PREFIX_LENGTH = 10;

export function newTokenText(): string {
  return TOKEN_PREFIX + randomBytes(32).toString("base64url");
}

/** What is stored of a token. */
export function hashToken(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

export function prefixOf(text: string): string {
  return text.slice(0, PREFIX_LENGTH);
}

/**
 * The token of an Authorization header: null without the header, "" for anything that is not one of our tokens. If the header is
 * present, it counts, even beside a session cookie.
 */
export function bearerOf(authorization: string | null | undefined): string | null {
  if (authorization === null || authorization === undefined) return null;
  const text = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? "";
  return TOKEN.test(text) ? text : "";
}

/** The same error for every token that is not active, whatever the reason. */
export function unknownToken(): AppError {
  return new AppError("unauthenticated", "This access token is not known, has expired or was revoked.");
}
