import "server-only";
import type { IncomingMessage } from "node:http";
import type { TrustedProxies } from "#server/config/trustedProxies.ts";
import { AppError } from "#server/context/errors.ts";
import { isTrustedProxy } from "./clientAddress.ts";
import { pathOf } from "./pathOf.ts";

/** Monitoring asks each instance by its own address. */
const BY_ANY_NAME = /^\/api\/(?:health|metrics)(?:\/|$)/;

/**
 * Refuses a request for another host than that of NEXTAUTH_URL: a page of another name that leads here (DNS rebinding), or a proxy
 * that serves a second name. The host is what a trusted proxy says in X-Forwarded-Host, else Host.
 * @param ownAddress the origin of NEXTAUTH_URL; null: not configured, nothing is refused.
 */
export function refuseOtherHost(
  request: IncomingMessage,
  ownAddress: string | null,
  trusted: TrustedProxies,
): AppError | null {
  if (ownAddress === null || BY_ANY_NAME.test(pathOf(request))) return null;
  const { protocol, host: own } = new URL(ownAddress);
  const forwarded = isTrustedProxy(request.socket.remoteAddress ?? "", trusted)
    ? request.headers["x-forwarded-host"]
    : undefined;
  const asked = String(forwarded ?? request.headers.host ?? "");
  if (URL.parse(`${protocol}//${asked}`)?.host === own && !/[/?#@\\,]/.test(asked)) return null;
  return new AppError(
    "validation",
    "This is not the address that Codedesk is reached at. Use the one in NEXTAUTH_URL; a proxy has to pass on Host, or send X-Forwarded-Host and be in TRUSTED_PROXIES.",
  );
}
