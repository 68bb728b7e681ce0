import { isAppError } from "#server/context/errors.ts";
import type { Settings } from "#server/config/env.ts";
import type { Control } from "#scripts/stack/testing/sandboxControl.ts";
import { createPlayedWorld } from "./playedWorld.ts";
import { writeProgress, type Progress } from "./progress.ts";
import { readOldNotices } from "./readOldNotices.ts";
import { stepsUntil } from "./stepsUntil.ts";
import { idsOf, type Play, type Step } from "./step.ts";

/**
 * Plays the history of the demo from the first unfinished step, through the same verbs as members use. The progress is stored
 * after each step; the step in which a process died is repeated, and confirms the same order.
 */
export async function playHistory(
  settings: Settings,
  control: Control,
  dataDir: string,
  begun: Progress,
): Promise<void> {
  const steps = stepsUntil(begun.end);
  if (!begun.done) {
    const world = await createPlayedWorld(settings, control, steps[begun.taken]?.at ?? begun.end);
    const play: Play = { ...world, dataDir, idOf: idsOf(begun.seed) };
    try {
      for (const [index, step] of steps.entries()) {
        if (index < begun.taken) continue;
        await world.liveUntil(step.at);
        await take(step, play);
        writeProgress(dataDir, { ...begun, taken: index + 1 });
      }
      await world.liveUntil(begun.end);
      await readOldNotices(world);
    } finally {
      await world.close();
    }
  }
  writeProgress(dataDir, { ...begun, taken: steps.length, done: true });
}

/** A repeated step whose effect already exists is refused as a conflict. */
async function take(step: Step, play: Play): Promise<void> {
  try {
    await step.take(play);
  } catch (error) {
    if (!isAppError(error) || error.kind !== "conflict") throw error;
  }
}
