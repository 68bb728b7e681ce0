import type { EarlyInput } from "#lib/earlyInput.ts";
import { enterAgain } from "./enterAgain.ts";

/** The age, in milliseconds, after which early input is dropped, because nobody expects it to have an effect any more. */
const FORGOTTEN_AFTER = 10_000;

/**
 * Replays early input: first the fields, then presses and forms in their order. Repeated presses count once, and only if the
 * button still has the same text and can be pressed now.
 */
export async function replayEarlyInput(early: readonly EarlyInput[]): Promise<void> {
  for (const input of lastOfEach(early.filter(({ type }) => type === "input"))) {
    const isInPage = await isTakenOver(input.element);
    window.earlyFields?.delete(input.element);
    if (isInPage) enterAgain(input);
  }
  for (const input of lastOfEach(early.filter(({ type }) => type !== "input"))) {
    if ((await isTakenOver(input.element)) && isStillMeant(input)) act(input);
  }
}

function lastOfEach(early: readonly EarlyInput[]): EarlyInput[] {
  return early.filter(
    ({ element }, place) => early.findLastIndex((each) => each.element === element) === place,
  );
}

function act({ element, submitter }: EarlyInput): void {
  if (element instanceof HTMLFormElement) element.requestSubmit(submitter);
  else if (element instanceof HTMLElement) element.click();
}

function isStillMeant({ element, submitter, label, at }: EarlyInput): boolean {
  const modal = document.querySelector(":modal");
  return (
    performance.now() - at < FORGOTTEN_AFTER &&
    (submitter ?? element).textContent === label &&
    (modal === null || modal.contains(element))
  );
}

/**
 * Makes React hydrate the part of the page that contains an element, as it does when a person acts there; until then, React stops
 * the event at the element. False for an element that is no longer in the page.
 */
async function isTakenOver(element: Element): Promise<boolean> {
  while (element.isConnected) {
    let isPassedOn = false;
    const notice = () => (isPassedOn = true);
    addEventListener(PROBE, notice);
    element.dispatchEvent(new Event(PROBE, { bubbles: true }));
    removeEventListener(PROBE, notice);
    if (isPassedOn) {
      // An element that is not React's, for example from a browser extension, is not kept from its input any more either.
      Object.assign(element, { isTakenOver: true });
      return true;
    }
    await new Promise(requestAnimationFrame);
  }
  return false;
}

/** An event that nothing here listens to, among those for which React hydrates at once. */
const PROBE = "auxclick";
