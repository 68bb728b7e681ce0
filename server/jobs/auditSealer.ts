import "server-only";
import { SECOND } from "#lib/time/instant.ts";
import { createAnchoring } from "#server/audit/chain/createAnchoring.ts";
import { sealAudit } from "#server/audit/chain/sealAudit.ts";
import type { Program } from "#server/context/context.ts";
import type { BackgroundJob } from "./backgroundJob.ts";
import { startLoop } from "./startLoop.ts";

/** How long a record stays unsealed at most while an instance runs. */
const SEAL_EVERY_MS = SECOND;
/** How long a seal stays unanchored at most: each anchor is a line that is kept for good. */
const ANCHOR_EVERY_MS = 10 * SECOND;

/** Seals audit records and anchors the chain, beside any number of other instances that do the same. */
export function startAuditSealer(program: Program, anchorFile: string | null): BackgroundJob {
  const anchorHead = createAnchoring(program, anchorFile);
  let anchorAt = 0;
  const loop = startLoop(round);
  let stopped: Promise<void> | null = null;
  return {
    running: () => stopped === null,
    stop: () => (stopped ??= finish()),
  };

  async function round(): Promise<number> {
    const isDue = performance.now() >= anchorAt;
    if ((await attempt(isDue)) && isDue) anchorAt = performance.now() + ANCHOR_EVERY_MS;
    return SEAL_EVERY_MS;
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
    await loop.stop();
    await attempt(true);
  }
}
