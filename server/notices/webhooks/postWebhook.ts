import "server-only";
import { isIP } from "node:net";
import { Agent, buildConnector, request } from "undici";
import { SECOND } from "#lib/time/instant.ts";
import type { WebhookRules } from "#server/context/context.ts";
import { isPublicAddress } from "./publicAddress.ts";
import { hostOf, NOT_PUBLIC, resolveTarget, targetProblem } from "./target.ts";

const CONNECT_MS = 5 * SECOND;
const TOTAL_MS = 15 * SECOND;
/** How much of an answer is read: nobody needs more. */
const ANSWER_BYTES = 64 * 1_024;

export type PostOutcome = {
  statusCode: number | null;
  /** Why it did not arrive; null if the receiver answered 2xx. */
  error: string | null;
};

/**
 * Sends one message. The name is resolved here, and the connection is made to an address that was checked and is checked again
 * once connected, so that a name whose address changes in between leads nowhere else. Redirects are not followed, nothing is
 * retried. Never throws.
 */
export async function postWebhook(
  url: string,
  message: { headers: Record<string, string>; body: string },
  rules: WebhookRules,
): Promise<PostOutcome> {
  const problem = targetProblem(url, rules);
  if (problem !== null) return { statusCode: null, error: problem };
  const target = new URL(url);
  let agent: Agent | null = null;
  try {
    const addresses = await resolveTarget(hostOf(target), rules);
    agent = agentFor(addresses, rules);
    const { statusCode, body } = await request(target, {
      method: "POST",
      dispatcher: agent,
      headers: { "content-type": "application/json", "user-agent": "codedesk-webhooks", ...message.headers },
      body: message.body,
      signal: AbortSignal.timeout(TOTAL_MS),
    });
    await body.dump({ limit: ANSWER_BYTES }).catch(() => undefined);
    return { statusCode, error: describeStatus(statusCode) };
  } catch (error) {
    return { statusCode: null, error: describe(error) };
  } finally {
    void agent?.destroy().catch(() => undefined);
  }
}

/** Connects only to one of these addresses. */
function agentFor(addresses: readonly string[], { allowPrivate }: WebhookRules): Agent {
  const connect = buildConnector({
    timeout: CONNECT_MS,
    lookup: (_host, options, done) => {
      const found = addresses.map((address) => ({ address, family: isIP(address) }));
      const [first] = found;
      if (options.all === true) done(null, found);
      else done(null, first?.address ?? "", first?.family ?? 4);
    },
  });
  return new Agent({
    pipelining: 0,
    headersTimeout: TOTAL_MS,
    bodyTimeout: TOTAL_MS,
    maxResponseSize: ANSWER_BYTES,
    connect: (options, done) =>
      connect(options, (...result) => {
        const [error, socket] = result;
        if (error === null && !allowPrivate && !isPublicAddress(socket.remoteAddress ?? "")) {
          socket.destroy();
          done(new Error(NOT_PUBLIC), null);
          return;
        }
        done(...result);
      }),
  });
}

function describeStatus(statusCode: number): string | null {
  if (statusCode >= 200 && statusCode < 300) return null;
  if (statusCode >= 300 && statusCode < 400) return `It redirects (${statusCode}): enter the final address.`;
  return `It answered ${statusCode}.`;
}

/** Describes the failure without revealing anything about what is behind the address. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return "The message could not be sent.";
  if (error.name === "TimeoutError") return `No answer within ${TOTAL_MS / SECOND} s.`;
  if ("code" in error && typeof error.code === "string") return `No connection (${error.code}).`;
  return error.message;
}
