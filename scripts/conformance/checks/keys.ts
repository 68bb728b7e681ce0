import { readWallet } from "#server/serviceClient/readers/wallet.ts";
import type { Check } from "#scripts/conformance/service/check.ts";
import { cannotTry, must } from "#scripts/conformance/service/verdict.ts";
import { mustBeJson, mustRefuse } from "#scripts/conformance/service/expect.ts";
import type { Service } from "#scripts/conformance/service/service.ts";

const CALLS: readonly [string, string][] = [
  ["GET", "/wallet"],
  ["GET", "/catalog/products"],
  ["GET", "/catalog/products/1"],
  ["POST", "/orders"],
  ["GET", "/orders/1"],
];

async function mustRefuseEach(service: Service, how: { key: string | null; message: string }): Promise<void> {
  for (const [method, path] of CALLS) {
    const body = method === "POST" ? { body: { orderProducts: [] } } : {};
    mustRefuse(await service.ask(method, path, { key: how.key, ...body }), 401, how.message);
  }
}

const MISSING = "Missing API key";
const INVALID = "Invalid API key";

export const KEY_CHECKS: readonly Check[] = [
  {
    id: "key.missing",
    section: "5",
    statement: "Every call without the header x-api-key is answered 401, Missing API key.",
    depth: "reading",
    run: (service) => mustRefuseEach(service, { key: null, message: MISSING }),
  },
  {
    id: "key.wrong",
    section: "5",
    statement: "Every call with a wrong key is answered 401, Invalid API key.",
    depth: "reading",
    run: (service) => mustRefuseEach(service, { key: `${service.prefix}wrong`, message: INVALID }),
  },
  {
    id: "key.otherEnvironment",
    section: "5",
    statement: "A key with the prefix of the other environment is wrong.",
    depth: "reading",
    run: async (service) => {
      const other = service.isSandboxKey ? "svc_live_" : "svc_test_";
      mustRefuse(await service.ask("GET", "/wallet", { key: `${other}0123456789` }), 401, INVALID);
    },
  },
  {
    id: "key.letterCase",
    section: "5",
    statement: "A key counts only as it was issued: in another letter case it is wrong.",
    depth: "reading",
    run: async (service) => {
      if (service.otherCase === null) cannotTry("the key has no letters beside its prefix");
      mustRefuse(await service.ask("GET", "/wallet", { key: service.otherCase }), 401, INVALID);
    },
  },
  {
    id: "key.elsewhere",
    section: "5",
    statement: "A key counts only in its header: not in the query, and not as a bearer token.",
    depth: "reading",
    run: async (service) => {
      if (!service.isSandboxKey) cannotTry("a production key is never sent where logs could keep it");
      for (const name of ["x-api-key", "api_key", "apiKey"]) {
        const path = `/wallet?${name}=${encodeURIComponent(service.key)}`;
        mustRefuse(await service.ask("GET", path, { key: null }), 401, MISSING);
      }
      const headers = { authorization: `Bearer ${service.key}` };
      mustRefuse(await service.ask("GET", "/wallet", { key: null, headers }), 401, MISSING);
    },
  },
  {
    id: "browser.none",
    section: "5",
    statement: "Keys are for backends only: no answer lets the page of another site read it.",
    depth: "reading",
    run: async (service) => {
      const origin = "https://elsewhere.example";
      const asked = { origin, "access-control-request-method": "POST" };
      const answers = [
        await service.ask("GET", "/wallet", { headers: { origin } }),
        await service.ask("GET", "/wallet", { headers: { origin }, key: null }),
        await service.ask("OPTIONS", "/orders", { headers: asked, key: null }),
      ];
      for (const { headers } of answers) {
        const allowed = headers.get("access-control-allow-origin");
        must(allowed === null, `answered Access-Control-Allow-Origin: ${allowed}`);
      }
    },
  },
  {
    id: "version.inPath",
    section: "9",
    statement: "The version is part of the path: nothing answers without it.",
    depth: "reading",
    run: async (service) => {
      for (const path of ["/wallet", "/catalog/products", "/orders/1"]) {
        const { status } = await service.ask("GET", path, { outside: true });
        must(status >= 300, `${path} without a version answered ${status}`);
      }
    },
  },
  {
    id: "version.one",
    section: "9",
    statement: "What is new in v2 does not answer under /v1.",
    depth: "reading",
    run: async (service) => {
      for (const path of ["/v1/wallet", "/v1/orders/1", "/v1/catalog/products/1"]) {
        const { status } = await service.ask("GET", path, { outside: true });
        must(status >= 300, `${path} answered ${status}`);
      }
    },
  },
  {
    id: "wallet.read",
    section: "4.1",
    statement: "GET /wallet answers 200 with JSON in which balances can be read.",
    depth: "reading",
    run: async (service) => {
      const answer = await service.wallet();
      mustBeJson(answer, 200);
      must(readWallet(answer.body).balances.length > 0, "no currency meets an integer amount");
    },
  },
];
