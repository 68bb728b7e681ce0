import { z } from "zod";
import { BEHAVIOURS, type Behaviour } from "#sandbox/catalog/behaviours.ts";
import type { Sandbox } from "./sandboxProcess.ts";

const listing = z.object({ items: z.array(z.object({ id: z.int(), name: z.string() })) });

/** The id of the scenario product that shows a behaviour, as the service lists it. */
export async function scenario(sandbox: Pick<Sandbox, "url" | "key">, behaviour: Behaviour): Promise<number> {
  const answer = await fetch(`${sandbox.url}/catalog/products?brand=Scenario`, {
    headers: { "x-api-key": sandbox.key },
  });
  const { items } = listing.parse(await answer.json());
  const found = items.find(({ name }) => name === `Scenario: ${BEHAVIOURS[behaviour]}`);
  if (found === undefined) throw new Error(`no scenario product that ${BEHAVIOURS[behaviour]}`);
  return found.id;
}
