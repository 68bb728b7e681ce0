import { readServiceState } from "#server/serviceState/readServiceState.ts";
import { route } from "#server/route/route.ts";

export const GET = route({ permission: null, handle: ({ request }) => readServiceState(request) });
