import { z } from "zod";
import { TOKEN_SCOPES } from "#lib/contracts/team/accessTokens.ts";
import { ENVIRONMENT_HEADER } from "#lib/contracts/environmentHeader.ts";
import { environmentSchema } from "#lib/contracts/environment.ts";
import { catalogMessageSchema } from "#lib/contracts/notices/catalogMessage.ts";
import { problemSchema } from "#lib/contracts/problem.ts";
import { isRecord } from "#lib/json/isRecord.ts";
import type { DeclaredRoute } from "#server/route/route.ts";
import type { Route } from "./allRoutes.ts";

/** A route that programs may call. */
export type MachineRoute = Omit<Route, "handler"> & Pick<DeclaredRoute, "declaration">;

/** The routes of those that programs may call. */
export function machineRoutes(routes: readonly Route[]): MachineRoute[] {
  return routes.flatMap(({ method, path, handler }) => {
    if (!("declaration" in handler)) return [];
    // Routes made by route() carry what they declared.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { declaration } = handler as DeclaredRoute;
    return declaration.machine === undefined ? [] : [{ method, path, declaration }];
  });
}

/** The interface for programs as an OpenAPI 3.1 document, made from the same schemas that read requests. */
export function openApiDocument(routes: readonly MachineRoute[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  const answers = namesOfAnswers(routes);
  for (const route of routes) {
    const address = route.path.replaceAll(/\[(\w+)\]/g, "{$1}");
    (paths[address] ??= {})[route.method.toLowerCase()] = operationOf(route, answers);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Codedesk",
      version: "1",
      description:
        "What a partner's own programs can do, with an access token (Settings, Access tokens). Amounts are integers in minor units. Errors are problem documents (RFC 9457).",
    },
    servers: [{ url: "/" }],
    security: [{ token: [] }],
    paths,
    webhooks: {
      "catalog.changed": {
        post: {
          summary: "Tells what has changed in the catalog",
          description:
            "Sent to webhooks that receive catalog changes, signed as Standard Webhooks specifies.",
          requestBody: { required: true, content: json(jsonSchema(catalogMessageSchema)) },
          responses: { "2XX": { description: "Received; otherwise it is sent again." } },
        },
      },
    },
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: `Scopes: ${TOKEN_SCOPES.join(", ")}.` },
      },
      schemas: {
        Problem: jsonSchema(problemSchema),
        ...Object.fromEntries([...answers].map(([schema, name]) => [name, jsonSchema(schema)])),
      },
    },
  };
}

/** The shapes of answers, each named after the first operation that returns it. */
function namesOfAnswers(routes: readonly MachineRoute[]): Map<z.ZodType, string> {
  const names = new Map<z.ZodType, string>();
  for (const route of routes) {
    const answer = route.declaration.machine?.answer;
    if (answer !== undefined && !names.has(answer)) names.set(answer, `${operationId(route)}Answer`);
  }
  return names;
}

function operationId({ method, path }: Pick<MachineRoute, "method" | "path">): string {
  const words = path.split(/[^A-Za-z]+/).filter((word) => word !== "" && word !== "api");
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function operationOf(route: MachineRoute, answers: ReadonlyMap<z.ZodType, string>): Record<string, unknown> {
  const { path, declaration } = route;
  const { permission, machine, status = 200, body } = declaration;
  const scope = permission === null ? "any token" : `the scope ${permission}`;
  return {
    operationId: operationId(route),
    summary: machine?.summary,
    description: `Needs ${scope}.`,
    parameters: parametersOf(path, declaration),
    ...(body === undefined ? {} : { requestBody: { required: true, content: json(jsonSchema(body)) } }),
    responses: {
      [status]: {
        description: "Done.",
        content: json({ $ref: `#/components/schemas/${machine ? (answers.get(machine.answer) ?? "") : ""}` }),
      },
      default: {
        description: "Not done; `type` says why.",
        content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    },
  };
}

function parametersOf(path: string, { query }: DeclaredRoute["declaration"]): unknown[] {
  const inPath = [...path.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const asked = query === undefined ? {} : jsonSchema(query);
  const properties = isRecord(asked.properties) ? asked.properties : {};
  const required = Array.isArray(asked.required) ? asked.required : [];
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    ...(required.includes(name) ? { required: true } : {}),
    schema,
  }));
  const environment = {
    name: ENVIRONMENT_HEADER,
    in: "header",
    description:
      "The environment to act in. Always name it: without it, the sandbox is meant where one is configured.",
    schema: { enum: environmentSchema.options },
  };
  return [...inPath, ...inQuery, environment];
}

function json(schema: unknown): Record<string, unknown> {
  return { "application/json": { schema } };
}

/** The form on the wire: for a schema that transforms a value, the input. */
function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    // A format is shorter than its pattern.
    override: ({ jsonSchema: made }) => {
      if (made.format !== undefined) delete made.pattern;
    },
  });
  return rest;
}
