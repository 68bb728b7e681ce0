import "server-only";
import type { IncomingMessage } from "node:http";
import { randomUUID } from "node:crypto";
import { processSingleton } from "#server/context/processSingleton.ts";

export const PEER_HEADER = "x-codedesk-peer";

/** Next passes on no socket, and leaves X-Forwarded-For as the client sent it, so the address is passed in a header of our own. */
function processSecret(): { secret: string } {
  return processSingleton("peerAddress", () => ({ secret: randomUUID() }));
}

/** Writes the address of its socket into a request, in place of whatever the client sent under that name. */
export function recordPeerAddress({ headers, socket }: IncomingMessage): void {
  const [name, value] = peerHeader(socket.remoteAddress ?? "");
  headers[name] = value;
}

/** The header for an address. Its value contains a secret of the process, so that clients cannot forge it. */
export function peerHeader(address: string): [name: string, value: string] {
  return [PEER_HEADER, `${processSecret().secret} ${address}`];
}

/** The address at the other end of the request's connection: a client's, or the nearest proxy's. Null when unknown. */
export function readPeerAddress(headers: Headers): string | null {
  const [secret, address = ""] = (headers.get(PEER_HEADER) ?? "").split(" ");
  return secret === processSecret().secret && address !== "" ? address : null;
}
