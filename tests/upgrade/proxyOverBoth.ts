import { createServer, request, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { freePort } from "#scripts/launch/processes/freePort.ts";

const COOKIE = "instance";

/** How a proxy chooses the instance: each request another, or for a browser always the same, as deploy/Caddyfile does. */
export type Choice = "in turn" | "by cookie";

/** A proxy over several instances. */
export async function startProxyOver(
  origins: readonly string[],
  choice: Choice,
): Promise<{ origin: string; close(): Promise<void> }> {
  let turn = 0;
  function chosen({ headers }: IncomingMessage): number {
    const kept = new RegExp(`${COOKIE}=(\\d)`).exec(headers.cookie ?? "")?.[1];
    if (choice === "by cookie" && kept !== undefined) return Number(kept);
    turn += 1;
    return turn % origins.length;
  }
  const server = createServer((asked, answer) => {
    const place = chosen(asked);
    const { pathname, search } = new URL(asked.url ?? "/", "http://proxy.invalid");
    const { method, headers } = asked;
    const sent = request(`${origins[place]}${pathname}${search}`, { method, headers }, (given) => {
      const cookies = given.headers["set-cookie"] ?? [];
      answer.writeHead(given.statusCode ?? 502, {
        ...given.headers,
        "set-cookie": choice === "by cookie" ? [...cookies, `${COOKIE}=${place}; Path=/`] : cookies,
      });
      given.pipe(answer);
    });
    sent.on("error", () => answer.destroy());
    asked.pipe(sent);
  });
  const port = await freePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
