import "server-only";
import { SECOND } from "#lib/time/instant.ts";
import { createAnchoring } from "#server/audit/chain/createAnchoring.ts";
import { sealAudit } from "#server/audit/chain/sealAudit.ts";
import type { Program } from "#server/context/context.ts";
import type { BackgroundJob } from "./backgroundJob.ts";
import { startLoop } from "./startLoop.ts";

/** The longest time for which a record stays unsealed while an instance runs. */
const SEAL_EVERY_MS = SECOND;
/** The longest time for which a seal stays unanchored: each anchor is a line that is stored for ever. */
const ANCHOR_EVERY_MS = 10 * SECOND;

/** Seals audit records and anchors the chain; any number of instances may do so at once. */
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

  /** A failure is made good by the next attempt: nothing is lost, it only stays unsealed for longer. */
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
