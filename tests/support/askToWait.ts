import { MINUTE } from "#lib/time/instant.ts";
import { serviceState } from "#server/db/schema/service.ts";
import type { OrderWorld } from "./orderWorld.ts";

/** Makes the rate limiter of all instances refuse calls for this long, as if the service had asked for it by a 429. */
export async function askToWait(world: OrderWorld, minutes: number): Promise<void> {
  const notBefore = world.now() + minutes * MINUTE;
  await world.program.db
    .insert(serviceState)
    .values({ environment: "sandbox", notBefore })
    .onConflictDoUpdate({ target: serviceState.environment, set: { notBefore } });
}
