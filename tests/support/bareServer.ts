import { createServer, type AddressInfo } from "node:net";
import { parentPort } from "node:worker_threads";

/**
 * Program of a thread: refuses every connection as the dashboard does, with nothing behind it. What a flood of it costs, the sender and
 * the system cost, not the dashboard.
 */
const server = createServer((socket) => {
  socket.on("error", () => undefined);
  socket.once("data", () => {
    socket.pause();
    socket.end("HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    setTimeout(() => socket.destroy(), 1_000).unref();
  });
});
server.listen(0, "127.0.0.1", () => {
  // A TCP server's address is always of this shape.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const { port } = server.address() as AddressInfo;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(`http://localhost:${port}`);
});
