import "server-only";
import { Worker } from "node:worker_threads";
import { MINUTE, type Instant } from "#lib/time/instant.ts";
import type { Answers, Operation } from "./answerReaders.ts";
import type { ServiceAnswer } from "./client.ts";
import type { Exchange } from "./exchange.ts";
import { unreadable, type Asked } from "./interpret.ts";

/** From this size on, in bytes, an answer is read in a thread: reading 4 MB keeps everybody else waiting for a second. */
export const LARGE_ANSWER = 1024 * 1024;
/** A thread without work is ended after this time, in milliseconds. */
const KEPT_FOR = MINUTE;

/** An exchange that ended with an answer. */
type Answered = Extract<Exchange, { kind: "answer" }>;
/** What the thread is sent. */
export type LargeAnswer = {
  id: number;
  exchange: Answered;
  now: Instant;
  keys: readonly string[];
  asked: Asked<Operation>;
};
/** What it sends back: a ServiceAnswer as JSON. */
export type Interpreted = { id: number; text: string };

/** Reads large answers in a thread of its own, which is started by the first and ended when there are no more. */
export class AnswerThread {
  #worker: Worker | null = null;
  #count = 0;
  readonly #waiting = new Map<number, (text: string | null) => void>();
  #idle: NodeJS.Timeout | undefined;

  /** The same as `interpret` returns; if the thread dies of an answer, the outcome is unknown. */
  async interpret<O extends Operation>(
    exchange: Answered,
    now: Instant,
    keys: readonly string[],
    asked: Asked<O>,
  ): Promise<ServiceAnswer<Answers[O]>> {
    const text = await this.#ask({ exchange, now, keys, asked });
    if (text === null) return unreadable(exchange.head.statusCode);
    // The thread has made this text of what `interpret` returned for the same operation.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return JSON.parse(text) as ServiceAnswer<Answers[O]>;
  }

  #ask(work: Omit<LargeAnswer, "id">): Promise<string | null> {
    clearTimeout(this.#idle);
    this.#count += 1;
    const id = this.#count;
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage({ id, ...work } satisfies LargeAnswer);
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL("./answerThread.ts", import.meta.url), {
      // Outside of a bundle, this is what `server-only` asks for.
      execArgv: ["--conditions=react-server"],
    });
    worker.unref();
    worker.on("message", ({ id, text }: Interpreted) => {
      this.#settle(id, text);
      if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.#end(worker), KEPT_FOR).unref();
    });
    worker.on("error", () => this.#end(worker));
    worker.on("exit", () => this.#end(worker));
    return worker;
  }

  #settle(id: number, text: string | null): void {
    this.#waiting.get(id)?.(text);
    this.#waiting.delete(id);
  }

  #end(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const id of this.#waiting.keys()) this.#settle(id, null);
    void worker.terminate();
  }
}
