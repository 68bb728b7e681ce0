import type { HeldInput } from "#lib/heldInput.ts";
import { enterAgain } from "./enterAgain.ts";

/** Age, in milliseconds, after which held input is dropped: nobody expects it to do something any more. */
const FORGOTTEN_AFTER = 10_000;

/**
 * Does what was held: first the fields, then the presses and the forms in their order. Whatever was pressed again and again is pressed
 * once, and only if it still says what it said, and could be pressed now.
 */
export async function doHeldInput(held: readonly HeldInput[]): Promise<void> {
  for (const input of lastOfEach(held.filter(({ type }) => type === "input"))) {
    if (await isTakenOver(input.element)) enterAgain(input);
  }
  for (const input of lastOfEach(held.filter(({ type }) => type !== "input"))) {
    if ((await isTakenOver(input.element)) && isStillMeant(input)) act(input);
  }
}

function lastOfEach(held: readonly HeldInput[]): HeldInput[] {
  return held.filter(
    ({ element }, place) => held.findLastIndex((each) => each.element === element) === place,
  );
}

function act({ element, submitter }: HeldInput): void {
  if (element instanceof HTMLFormElement) element.requestSubmit(submitter);
  else if (element instanceof HTMLElement) element.click();
}

function isStillMeant({ element, submitter, label, at }: HeldInput): boolean {
  const modal = document.querySelector(":modal");
  return (
    performance.now() - at < FORGOTTEN_AFTER &&
    (submitter ?? element).textContent === label &&
    (modal === null || modal.contains(element))
  );
}

/**
 * Has React take over the part of the page that an element is in, as it does when a person acts there; while it cannot, it lets the event
 * go no further than itself. False for an element that is no longer in the page.
 */
async function isTakenOver(element: Element): Promise<boolean> {
  while (element.isConnected) {
    let isPassedOn = false;
    const notice = () => (isPassedOn = true);
    addEventListener(PROBE, notice);
    element.dispatchEvent(new Event(PROBE, { bubbles: true }));
    removeEventListener(PROBE, notice);
    if (isPassedOn) {
      // An element that is not of React's, such as of a browser's extension, is held back no more either.
      Object.assign(element, { wasHeld: true });
      return true;
    }
    await new Promise(requestAnimationFrame);
  }
  return false;
}

/** An event that nothing here listens to, of those for which React takes over a part of a page at once. */
const PROBE = "auxclick";
