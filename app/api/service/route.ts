import { readServiceState } from "#server/gate/readServiceState.ts";
import { route } from "#server/http/route.ts";

export const GET = route({ permission: null, handle: ({ request }) => readServiceState(request) });
