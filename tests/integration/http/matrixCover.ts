import { randomUUID } from "node:crypto";

/** The routes of cover, and of what happens to orders that wait for approval. */
export const COVER_ROWS = {
  "GET cover": { permission: null },
  // Whoever has nothing to hand over may ask, and is told so.
  "POST cover": {
    permission: null,
    call: () => ({ body: { deputyId: randomUUID(), from: "2030-01-01", to: "2030-01-02" } }),
    status: 400,
  },
  // Of no cover: ending one is tested with the covers.
  "DELETE cover/[coverId]": {
    permission: null,
    call: () => ({ params: { coverId: randomUUID() } }),
    status: 404,
  },
  "GET approvals/settings": { permission: "team.manage" },
  "PUT approvals/settings": {
    permission: "team.manage",
    call: () => ({ body: { remindAfter: 24, passOnAfter: null, nextApprovers: [], lapseAfter: null } }),
  },
} as const;
