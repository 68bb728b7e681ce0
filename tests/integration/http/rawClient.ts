import { once } from "node:events";
import type { Server } from "node:http";
import { connect, type Socket } from "node:net";
import { problemSchema, type Problem } from "#lib/contracts/problem.ts";

/** Opens a connection to a server on this machine. */
export function openTo(server: Server): Socket {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return connect({ port: address.port, host: "127.0.0.1" });
}

/** Sends bytes and reads until the other side ends. */
export async function exchangeWith(
  server: Server,
  sent: string,
  onConnected: (socket: Socket) => void = () => undefined,
): Promise<string> {
  const socket = openTo(server).setEncoding("utf8");
  socket.on("error", () => undefined);
  let text = "";
  socket.on("data", (chunk) => (text += String(chunk)));
  socket.write(sent, "latin1");
  onConnected(socket);
  await once(socket, "end");
  socket.destroy();
  return text;
}

/** The head of a request, with a Host header. */
export const head = (first: string, ...headers: string[]) =>
  [first, "Host: desk.test", ...headers, "", ""].join("\r\n");

/** The problem document of an answer. */
export function bodyOf(text: string): Problem {
  return problemSchema.parse(JSON.parse(text.slice(text.lastIndexOf("\r\n\r\n") + 4)));
}
