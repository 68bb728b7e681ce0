import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { ConnectionView } from "#lib/contracts/settings.ts";
import { connectionsQuery } from "#lib/queries/settings.ts";
import { EnvironmentProvider } from "#components/shell/environment/EnvironmentProvider.tsx";
import { TimeProvider } from "#components/time/TimeProvider.tsx";
import { Connections } from "./Connections.tsx";

const NOON = "2030-01-01T12:00:00Z";

/** The page at noon, for a service that asked for no calls before `notBefore`. */
function pageAtNoon(notBefore: string | null, catalog: ConnectionView["catalog"] = null): string {
  const connection: ConnectionView = {
    environment: "sandbox",
    host: "service.example",
    keys: [],
    lastAnswerAt: NOON,
    unreachableSince: null,
    notBefore,
    ratePerSecond: null,
    skewMs: null,
    catalog,
  };
  const client = new QueryClient();
  client.setQueryData(connectionsQuery("sandbox").queryKey, { connections: [connection] });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <EnvironmentProvider environment="sandbox">
        <TimeProvider zone="UTC" isChosen weekStart={0} paintedAt={Date.parse(NOON)}>
          <Connections />
        </TimeProvider>
      </EnvironmentProvider>
    </QueryClientProvider>,
  );
}

describe("the connection to the service", () => {
  it("says until when calls wait", () => {
    expect(pageAtNoon("2030-01-01T12:00:05Z")).toContain("Waiting until");
  });

  it.each([null, "1970-01-01T00:00:00Z", "2030-01-01T11:59:59Z"])(
    "says nothing of a wait that is over (%s)",
    (notBefore) => {
      expect(pageAtNoon(notBefore)).not.toContain("Waiting until");
    },
  );

  it("says why the catalog could not be read, and below that what administrators can do", () => {
    const page = pageAtNoon(null, {
      startedAt: NOON,
      finishedAt: null,
      failure: "There is no list.\nSet SERVICE_CATALOG_POINTER.\nThe answer: {mine: text}",
      seen: 0,
      unreadable: [],
      unreadableCount: 0,
      unreadableTruncated: false,
    });
    expect(page).toMatch(
      /Last update failed: There is no list\.<pre[^>]*>Set SERVICE_CATALOG_POINTER\.\nThe answer: \{mine: text\}<\/pre>/,
    );
  });
});
