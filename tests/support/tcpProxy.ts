import { createServer, connect, type AddressInfo, type Server, type Socket } from "node:net";

/** What the proxy does with connections to the service. */
export type ProxyMode =
  | { kind: "pass" }
  /** Connections are refused; existing ones are ended. */
  | { kind: "refuse" }
  /** Connections are accepted, and nothing is ever answered. */
  | { kind: "swallow" }
  /** Connections are accepted and closed at once, as by a server that has closed an idle connection. */
  | { kind: "close" }
  /** The connection breaks after this many bytes of the request or of the answer. */
  | { kind: "cut"; side: "request" | "answer"; afterBytes: number };

export type TcpProxy = {
  port: number;
  set(mode: ProxyMode): Promise<void>;
  close(): Promise<void>;
};

/** Starts a proxy between the dashboard and the service that can fail as networks do, at any byte. */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const state: { mode: ProxyMode } = { mode: { kind: "pass" } };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    track(client);
    const { mode } = state;
    if (mode.kind === "close") client.end();
    else if (mode.kind !== "swallow") join(client, mode);
  });

  function track(socket: Socket): void {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // Broken connections are expected here.
    socket.on("error", () => undefined);
  }

  function join(client: Socket, mode: ProxyMode): void {
    const service = connect(target.port, target.host);
    track(service);
    const end = (): void => {
      client.resetAndDestroy();
      service.destroy();
    };
    client.on(
      "data",
      limited(service, mode.kind === "cut" && mode.side === "request" ? mode.afterBytes : null, end),
    );
    service.on(
      "data",
      limited(client, mode.kind === "cut" && mode.side === "answer" ? mode.afterBytes : null, end),
    );
    client.on("close", () => service.destroy());
    service.on("close", () => client.end());
  }

  await listen(server, 0);
  const { port } = address(server);
  return {
    port,
    set: async (mode) => {
      state.mode = mode;
      for (const socket of sockets) socket.destroy();
      if (mode.kind === "refuse") await stop(server);
      else if (!server.listening) await listen(server, port);
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await stop(server);
    },
  };
}

/** Passes data on up to `limit` bytes, and then ends the connection. */
function limited(to: Socket, limit: number | null, end: () => void): (piece: Buffer) => void {
  let passed = 0;
  return (piece) => {
    const rest = limit === null ? piece.length : limit - passed;
    passed += piece.length;
    if (rest > 0) to.write(piece.subarray(0, rest));
    if (limit !== null && passed >= limit) end();
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (server.listening) server.close(() => resolve());
    else resolve();
  });
}

function address(server: Server): AddressInfo {
  const at = server.address();
  if (at === null || typeof at === "string") throw new Error("the proxy is not listening");
  return at;
}
