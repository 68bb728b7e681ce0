import type { Demo, DemoScenario } from "#lib/contracts/team/demo.ts";
import type { Behaviour } from "#sandbox/catalog/behaviours.ts";
import { scenarioProducts } from "#sandbox/catalog/generate.ts";
import { isLoopback } from "#server/config/loopback.ts";
import type { DemoMember } from "./demoMembers.ts";

/** What to try, in this order: a behaviour of the sandbox, and what a member sees of it. */
const SCENARIOS: readonly [Behaviour, string, string][] = [
  [
    "partial",
    "Only some codes arrive",
    "Order 4 or more. The order says how many arrived, and reorders the missing ones in one click.",
  ],
  [
    "undelivered",
    "No codes arrive",
    "The order ends without codes and with the service's reason. Codedesk keeps checking for a day.",
  ],
  [
    "down-after",
    "The outcome is unknown",
    "The service takes the order and answers with an error. Codedesk finds out what happened before it sends anything again.",
  ],
  [
    "throttled",
    "The service asks us to slow down",
    "The order waits and is sent automatically as soon as the service allows it. Until then you can withdraw it.",
  ],
  [
    "limit-exceeded",
    "The order is rejected",
    "Nothing is bought. The order shows the service's reason, and its lines go back to your draft.",
  ],
  [
    "undelivered-then-completed",
    "Codes arrive late",
    "The service delivers nothing at first and all codes two minutes later. The order is updated automatically.",
  ],
];

/** The value of DEMO. It contains the members' passwords only if nobody but this machine can reach the page. */
export function demoVariable(members: readonly DemoMember[], host: string): string {
  const demo: Demo = {
    signIn: { title: "Demo members", text: "Choose who you are: everybody sees what their role allows." },
    tryThis: {
      title: "Try this",
      text: "Each of these products of the sandbox shows one behaviour of the service. Open one, add it to an order and place it.",
    },
    members: isLoopback(host)
      ? members.map(({ email, name, role, password }) => ({ email, name, role, password }))
      : [],
    scenarios: SCENARIOS.map(([behaviour, title, text]): DemoScenario => ({
      productId: productOf(behaviour),
      title,
      text,
    })),
  };
  return JSON.stringify(demo);
}

function productOf(behaviour: Behaviour): number {
  const found = scenarioProducts().find((scenario) => scenario.behaviour === behaviour);
  if (found === undefined) throw new Error(`the sandbox has no product for ${behaviour}`);
  return found.product.id;
}
