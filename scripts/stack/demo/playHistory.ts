import { MINUTE, toIso } from "#lib/time/instant.ts";
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
        await take(step, play, index === begun.taken);
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

/**
 * Takes a step, a minute later if it is refused as a conflict: another process may just work on the order, or one that was killed
 * may still have its lease. A step that may be a repeated one is then refused because its effect exists; any other is told of.
 */
async function take(step: Step, play: Play, mayBeRepeated: boolean): Promise<void> {
  const refusal = (await refusalOf(step, play)) && (await refusalLater(step, play));
  if (refusal === null || mayBeRepeated) return;
  const at = toIso(step.at);
  console.error(
    `The step of ${at} ${step.order ?? ""} is missing from the history. It was refused: ${refusal}`,
  );
}

async function refusalLater(step: Step, play: Play): Promise<string | null> {
  await play.liveUntil(play.now() + MINUTE);
  return refusalOf(step, play);
}

/** The message of the conflict; null once the step is taken. */
async function refusalOf(step: Step, play: Play): Promise<string | null> {
  try {
    await step.take(play);
    return null;
  } catch (error) {
    if (!isAppError(error) || error.kind !== "conflict") throw error;
    return error.message;
  }
}
