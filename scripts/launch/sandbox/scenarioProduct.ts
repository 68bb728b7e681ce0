import { z } from "zod";
import { BEHAVIOURS, type Behaviour } from "#sandbox/catalog/behaviours.ts";
import type { Sandbox } from "./sandboxProcess.ts";

const listingSchema = z.object({ items: z.array(z.object({ id: z.int(), name: z.string() })) });

/** Returns the id of the scenario product that shows a behaviour, from the list of the service. */
export async function scenario(sandbox: Pick<Sandbox, "url" | "key">, behaviour: Behaviour): Promise<number> {
  const answer = await fetch(`${sandbox.url}/catalog/products?brand=Scenario`, {
    headers: { "x-api-key": sandbox.key },
  });
  const { items } = listingSchema.parse(await answer.json());
  const found = items.find(({ name }) => name === `Scenario: ${BEHAVIOURS[behaviour]}`);
  if (found === undefined) throw new Error(`there is no scenario product that ${BEHAVIOURS[behaviour]}`);
  return found.id;
}
