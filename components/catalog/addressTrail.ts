/**
 * Where the page is ahead of its router, which follows a moment later: `shown` is the query on screen, `of` what the router said
 * last, `trail` the queries that were set since and that the router will still pass by.
 */
export type Trail = { of: string; shown: string; trail: readonly string[] };

export function trailAt(query: string): Trail {
  return { of: query, shown: query, trail: [] };
}

export function goneTo(now: Trail, query: string): Trail {
  return { of: now.of, shown: query, trail: [...now.trail, query] };
}

/** Where the router has come to rest at what is shown, nothing is still to be passed by. */
export function settled(now: Trail): Trail {
  return now.shown === now.of && now.trail.length > 0 ? trailAt(now.of) : now;
}

/** The router has arrived somewhere: at a query set before, on its way to the one shown; or elsewhere, which then counts. */
export function routerAt(now: Trail, query: string): Trail {
  const passed = now.trail.indexOf(query);
  if (passed === -1 || passed === now.trail.length - 1) return trailAt(query);
  return { of: query, shown: now.shown, trail: now.trail.slice(passed + 1) };
}
