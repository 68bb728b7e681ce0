import "server-only";
import type { Socket } from "node:net";
import { SECOND } from "#lib/time/instant.ts";

/** How long a client that is still sending may take to read the answer on a closed connection. */
export const LINGER_MS = SECOND;

/**
 * Ends a connection, with these bytes at last. Closing one with unread bytes resets it, and the answer could be lost: so we stop
 * reading, and leave the client a moment to read it.
 */
export function endAndLinger(socket: Socket, bytes = ""): void {
  // A `readable` listener that never reads also stops Node's parser.
  socket.on("readable", () => undefined);
  socket.end(bytes);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
