/** The process answers. Says nothing about what it depends on, because restarting the process would not help with that. */
export function GET(): Response {
  return Response.json({ status: "live" }, { headers: { "cache-control": "no-store" } });
}
