import "server-only";
import { callbackify } from "node:util";
import { Pool, type PoolClient } from "pg";

type Callback = Parameters<Pool["connect"]>[0];

/** By how much a deadline is missed if it passed while this process could do nothing. Milliseconds. */
const LATE_MS = 250;

/**
 * A pool that tries once more for a connection if its deadline passed while this process stood still: on a machine that gave it no time,
 * or behind long work of its own. Timers come before answers then, so a connection that is there would be given up, and a page with it.
 */
export class PatientPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<PoolClient> | void {
    if (callback === undefined) return this.#connect();
    callbackify(() => this.#connect())((error, client) =>
      callback(error ?? undefined, client, (release) => client.release(release)),
    );
  }

  async #connect(): Promise<PoolClient> {
    const begun = performance.now();
    const { connectionTimeoutMillis: deadlineMs = Infinity } = this.options;
    try {
      return await super.connect();
    } catch (error) {
      if (performance.now() - begun < deadlineMs + LATE_MS) throw error;
      return super.connect();
    }
  }
}
