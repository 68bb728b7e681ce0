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

/** The body of an answer as it was received, whole or in chunks (RFC 9112 §7.1); what is no such answer has none. */
export function bodyOf(answer: string): string {
  const end = answer.indexOf("\r\n\r\n");
  const body = end === -1 ? "" : answer.slice(end + 4);
  if (!/^transfer-encoding: chunked$/im.test(answer.slice(0, end))) return body;
  let whole = "";
  for (let at = 0; at < body.length;) {
    const begin = body.indexOf("\r\n", at) + 2;
    const length = Number.parseInt(body.slice(at, begin), 16);
    if (begin === 1 || !(length > 0)) break;
    whole += body.slice(begin, begin + length);
    at = begin + length + 2;
  }
  return whole;
}
