import { MINUTE, toIso } from "#lib/time/instant.ts";
import { isAppError } from "#server/context/errors.ts";
import type { Settings } from "#server/config/env.ts";
import type { Control } from "#scripts/launch/sandbox/sandboxControl.ts";
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
        await take(step, play, index === begun.taken && index > 0);
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
 * Takes a step, a minute later if it is refused as a conflict: another process may be working on the order, or one that was killed may
 * still have its lease. A step that may be a repeated one is then refused because its effect exists; any other is told of.
 */
async function take(step: Step, play: Play, mayBeRepeated: boolean): Promise<void> {
  const refusal = (await tryTake(step, play)) && (await tryTakeLater(step, play));
  if (refusal === null || mayBeRepeated) return;
  const order = step.order === undefined ? "" : ` (order "${step.order}")`;
  console.error(
    `A step of ${toIso(step.at)}${order} is missing from the history. It was refused: ${refusal}`,
  );
}

async function tryTakeLater(step: Step, play: Play): Promise<string | null> {
  await play.liveUntil(play.now() + MINUTE);
  return tryTake(step, play);
}

/** Takes the step. Returns the message if it is refused as a conflict; null once it is taken. */
async function tryTake(step: Step, play: Play): Promise<string | null> {
  try {
    await step.take(play);
    return null;
  } catch (error) {
    if (!isAppError(error) || error.kind !== "conflict") throw error;
    return error.message;
  }
}
