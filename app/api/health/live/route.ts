/** The process answers. Says nothing about what it depends on: restarting it would not help there. */
export function GET(): Response {
  return Response.json({ status: "live" }, { headers: { "cache-control": "no-store" } });
}
