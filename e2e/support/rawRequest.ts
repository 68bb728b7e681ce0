import { connect } from "node:net";

/** How long a server may keep a connection open once it has answered, for example after an upgrade, and before. Milliseconds. */
const SILENCE_MS = 2_000;
const UNANSWERED_MS = 5_000;

/** Sends bytes unchanged, which no HTTP client would do, and returns everything that is received until the server closes the connection. */
export function rawRequest(baseUrl: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname === "localhost" ? "127.0.0.1" : hostname, port: Number(port) });
    let answer = "";
    const end = (): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setEncoding("latin1");
    socket.setTimeout(UNANSWERED_MS, end);
    socket.on("data", (text: string) => {
      answer += text;
      socket.setTimeout(SILENCE_MS);
    });
    socket.on("error", end);
    socket.on("close", end);
    // The sending side stays open, because a server may take an early end for a disconnected client.
    socket.write(bytes, "latin1");
  });
}

/** One request as bytes. `target` is written as it is. */
export function requestBytes(
  target: string,
  headers: Readonly<Record<string, string>>,
  { method = "GET", body = "" }: { method?: string; body?: string } = {},
): string {
  const lines = Object.entries({ Connection: "close", ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}
