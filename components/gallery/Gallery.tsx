import { ActionStates } from "./ActionStates.tsx";
import { DisplayStates } from "./DisplayStates.tsx";
import { FeedbackStates } from "./FeedbackStates.tsx";
import { InputStates } from "./InputStates.tsx";
import { OverlayStates } from "./OverlayStates.tsx";

/**
 * The primitives (components/ui) in all states that their properties give them, in the theme of the browser. Uses only classes that
 * other components use: Tailwind does not read this folder, so that no page loads a rule for it.
 */
export function Gallery() {
  return (
    <main className="flex flex-col gap-6 p-4">
      <h1 className="text-lg font-semibold">Gallery of the primitives</h1>
      <ActionStates />
      <InputStates />
      <DisplayStates />
      <FeedbackStates />
      <OverlayStates />
    </main>
  );
}
