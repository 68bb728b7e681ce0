import { z } from "zod";
import { reply } from "#server/http/reply.ts";
import { route } from "#server/route/route.ts";
import document from "./document.json" with { type: "json" };

/** The interface for programs. The document is made from the declarations of the routes (tests/integration/http/openapi.test.ts). */
export const GET = route({
  permission: null,
  machine: { summary: "Describes this interface", answer: z.looseObject({ openapi: z.literal("3.1.0") }) },
  handle: () => reply(200, document),
});
