import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { SECOND } from "#lib/time/instant.ts";
import { createAnchoring } from "#server/audit/chain/createAnchoring.ts";
import { sealAudit } from "#server/audit/chain/sealAudit.ts";
import type { Program } from "#server/context/context.ts";
import type { Worker } from "./orderWorkers.ts";

/** How long a record stays unsealed at most while an instance runs. */
const SEAL_EVERY_MS = SECOND;
/** How long a seal stays unanchored at most: each anchor is a line that is kept for good. */
const ANCHOR_EVERY_MS = 10 * SECOND;

/** Seals audit records and anchors the chain, beside any number of other instances that do the same. */
export function startAuditSealer(program: Program, anchorFile: string | null): Worker {
  const anchorHead = createAnchoring(program, anchorFile);
  const ended = new AbortController();
  const loop = run();
  let stopped: Promise<void> | null = null;
  return {
    running: () => stopped === null,
    stop: () => (stopped ??= finish()),
  };

  async function run(): Promise<void> {
    let anchorAt = 0;
    while (!ended.signal.aborted) {
      const isDue = performance.now() >= anchorAt;
      if ((await attempt(isDue)) && isDue) anchorAt = performance.now() + ANCHOR_EVERY_MS;
      await sleep(SEAL_EVERY_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  }

  /** What fails now is done with the next attempt: nothing is lost, it only stays unsealed for longer. */
  async function attempt(isAnchored: boolean): Promise<boolean> {
    try {
      await sealAudit(program.db);
      if (isAnchored) await anchorHead();
      return true;
    } catch (error) {
      program.log.error({ error }, "The audit log could not be sealed; trying again");
      return false;
    }
  }

  async function finish(): Promise<void> {
    ended.abort();
    await loop;
    await attempt(true);
  }
}
