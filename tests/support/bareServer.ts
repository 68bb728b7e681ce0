import { createServer, type AddressInfo } from "node:net";
import { parentPort } from "node:worker_threads";

/**
 * Worker program that refuses every connection like the dashboard, with nothing behind it. What a flood of it costs is the cost
 * of the sender and the system, not of the dashboard.
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
