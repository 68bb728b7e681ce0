import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

export type Json = Record<string, unknown>;
export type Call = { method: string; path: string; headers: Record<string, string>; body: Json | null };
export type Given = { status: number; headers: Record<string, string>; body: Json };
/** One fault: what it changes of a call before the sandbox sees it, or of the answer. */
export type Fault = {
  request?: (call: Call) => void;
  answer?: (given: Given, call: Call, forward: (call: Call) => Promise<Given>) => void | Promise<void>;
};

/** The sandbox with a fault, as a service of its own: it forwards calls and applies the fault. */
export class FaultyCopy {
  readonly #origin: string;
  readonly #server: Server;
  fault: Fault = {};

  constructor(sandboxUrl: string) {
    this.#origin = new URL(sandboxUrl).origin;
    this.#server = createServer((incoming, outgoing) => {
      void this.#pass(incoming, outgoing);
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, "127.0.0.1", resolve);
    });
    const address = this.#server.address();
    if (typeof address !== "object" || address === null) throw new Error("no address");
    return `http://127.0.0.1:${address.port}/v2`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const sent = await text(incoming);
    const call: Call = {
      method: incoming.method ?? "GET",
      path: incoming.url ?? "/",
      headers: headersOf(Object.entries(incoming.headers)),
      body: parsed(sent),
    };
    this.fault.request?.(call);
    const given = await this.#forward(call, call.body === null ? sent : JSON.stringify(call.body));
    await this.fault.answer?.(given, call, (other) => this.#forward(other, JSON.stringify(other.body)));
    outgoing.writeHead(given.status, given.headers);
    outgoing.end(JSON.stringify(given.body));
  }

  async #forward({ method, path, headers }: Call, body: string): Promise<Given> {
    const { host: _, connection: __, "content-length": ___, ...kept } = headers;
    const answer = await fetch(this.#origin + path, {
      method,
      headers: kept,
      ...(method === "POST" ? { body } : {}),
    });
    const {
      "content-length": ____,
      connection: _____,
      "transfer-encoding": ______,
      ...shown
    } = headersOf([...answer.headers]);
    return { status: answer.status, headers: shown, body: parsed(await answer.text()) ?? {} };
  }
}

function headersOf(entries: Iterable<[string, string | string[] | undefined]>): Record<string, string> {
  return Object.fromEntries([...entries].map(([name, value]) => [name, String(value)]));
}

function parsed(sent: string): Json | null {
  try {
    const value: unknown = JSON.parse(sent);
    return isJson(value) ? value : null;
  } catch {
    return null;
  }
}

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : [];
}

/** A fault of some answers' bodies. */
export function when(is: (given: Given, call: Call) => boolean, change: (body: Json) => void): Fault {
  return {
    answer: (given, call) => {
      if (is(given, call)) change(given.body);
    },
  };
}
