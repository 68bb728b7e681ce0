import { serviceStateSchema } from "#lib/contracts/service/serviceState.ts";
import { readServiceState } from "#server/serviceLimits/readServiceState.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: null,
  ofEnvironment: true,
  machine: {
    summary: "Says whether the service is reachable and accepts orders",
    answer: serviceStateSchema,
  },
  handle: ({ request }) => readServiceState(request),
});
