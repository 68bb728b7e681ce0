import { z } from "zod";

const messageSchema = z.union([
  z.object({ type: z.literal("success"), id: z.int(), result: z.unknown() }),
  z.object({ type: z.literal("error"), id: z.int().nullable(), error: z.string(), message: z.string() }),
  z.object({ type: z.literal("event"), method: z.string(), params: z.unknown() }),
]);

export type Bidi = { send(method: string, params: object): Promise<unknown>; close(): void };

/** Connects to a browser by WebDriver BiDi: commands with an answer, and events. */
export async function connectBidi(
  address: string,
  onEvent: (method: string, params: unknown) => void,
): Promise<Bidi> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve(), { once: true });
    socket.addEventListener("error", () => reject(new Error(`no connection to ${address}`)), { once: true });
  });
  socket.addEventListener("message", ({ data }) => {
    const message = messageSchema.parse(JSON.parse(String(data)));
    if (message.type === "event") return onEvent(message.method, message.params);
    const asked = waiting.get(message.id ?? 0);
    waiting.delete(message.id ?? 0);
    if (message.type === "success") asked?.resolve(message.result);
    else asked?.reject(new Error(`${message.error}: ${message.message}`));
  });
  socket.addEventListener("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("the browser closed the connection"));
  });
  let last = 0;
  return {
    send: (method, params) => {
      const id = ++last;
      const asked = Promise.withResolvers<unknown>();
      waiting.set(id, asked);
      socket.send(JSON.stringify({ id, method, params }));
      return asked.promise;
    },
    close: () => socket.close(),
  };
}
