"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ENVIRONMENT_WORDS } from "#components/shell/environment/environments.ts";
import type { ConnectionView } from "#lib/contracts/settings.ts";
import { counted, formatCount } from "#lib/text/counts.ts";
import { firstLine, furtherLines } from "#lib/text/firstLine.ts";
import { SECOND } from "#lib/time/instant.ts";
import { connectionsQuery } from "#lib/queries/settings.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { ProblemState } from "#components/shell/page/ProblemState.tsx";
import { Section } from "#components/shell/page/Section.tsx";
import { DateTime } from "#components/time/DateTime.tsx";
import { RecentTime } from "#components/time/RecentTime.tsx";
import { RelativeTime } from "#components/time/RelativeTime.tsx";
import { useNow } from "#components/time/useNow.ts";
import { Badge } from "#components/ui/display/Badge.tsx";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { Description, DescriptionList } from "#components/ui/display/DescriptionList.tsx";
import { RawText } from "#components/ui/display/RawText.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { ServiceKeys } from "./ServiceKeys.tsx";
import { UnreadableProducts } from "./UnreadableProducts.tsx";

/** The connection to the service in each environment; for administrators. */
export function Connections() {
  const answer = useQuery(connectionsQuery(useEnvironment()));
  if (answer.data?.connections.length === 0) {
    return (
      <Section title="Connection to the service">
        <p className="py-2">
          Your role can&apos;t do anything in either environment, so there is nothing to show.
        </p>
      </Section>
    );
  }
  if (answer.data) {
    return answer.data.connections.map((connection) => (
      <Connection key={connection.environment} connection={connection} />
    ));
  }
  return (
    <Section title="Connection to the service">
      {answer.isError ? (
        <ProblemState
          title="The connection couldn't be checked"
          error={answer.error}
          onRetry={() => void answer.refetch()}
          retrying={answer.isFetching}
        />
      ) : (
        <SkeletonRows rows={5} label="Loading the connection" />
      )}
    </Section>
  );
}

function Connection({ connection }: { connection: ConnectionView }) {
  const { environment, unreachableSince, catalog } = connection;
  const now = useNow(SECOND);
  return (
    <Section
      title={`Connection to the service: ${ENVIRONMENT_WORDS[environment].name}`}
      aside={
        unreachableSince === null ? (
          <Badge tone="done">Reachable</Badge>
        ) : (
          <Badge tone="refused">Unreachable</Badge>
        )
      }
    >
      <div className="flex flex-col gap-3 pt-3">
        {unreachableSince === null ? null : (
          <Banner
            tone="refused"
            live="off"
            title={
              <>
                Unreachable since <DateTime at={unreachableSince} />
              </>
            }
          >
            Confirmed orders are saved and sent when the service answers again.
          </Banner>
        )}
        <DescriptionList>
          <Description term="Address">{connection.host}</Description>
          <Description term="Last response">{when(connection.lastAnswerAt, "None yet")}</Description>
          {connection.notBefore !== null && Date.parse(connection.notBefore) > now ? (
            <Description term="Waiting until">
              <DateTime at={connection.notBefore} show="exact" />
            </Description>
          ) : null}
          <Description term="Rate limit">
            {connection.ratePerSecond === null
              ? "None seen"
              : `${formatCount(Math.round(connection.ratePerSecond * 10) / 10)} requests per second`}
          </Description>
          <Description term="Clock">{clocks(connection.skewMs)}</Description>
          <Description term="Catalog">
            {catalog === null ? "Not loaded yet" : <CatalogState catalog={catalog} />}
          </Description>
          {catalog === null ? null : (
            <Description term="Unreadable products">
              {catalog.unreadableCount === 0 ? "None" : <UnreadableProducts catalog={catalog} />}
            </Description>
          )}
        </DescriptionList>
        <ServiceKeys environment={environment} keys={connection.keys} />
      </div>
    </Section>
  );
}

function CatalogState({ catalog }: { catalog: NonNullable<ConnectionView["catalog"]> }) {
  if (catalog.failure !== null) return <CatalogFailure failure={catalog.failure} />;
  if (catalog.finishedAt === null) return <>Loading, {counted(catalog.seen, "product", "products")} so far</>;
  return (
    <>
      {counted(catalog.seen, "product", "products")}, updated <RecentTime at={catalog.finishedAt} />
    </>
  );
}

/** Why the last update failed, and what administrators can do about it. */
function CatalogFailure({ failure }: { failure: string }) {
  const further = furtherLines(failure);
  return (
    <>
      Last update failed: {firstLine(failure)}
      {further.length === 0 ? null : (
        <RawText label="Why the catalog could not be read">{further.join("\n")}</RawText>
      )}
    </>
  );
}

function when(at: string | null, never: string): ReactNode {
  return at === null ? never : <RelativeTime at={at} />;
}

function clocks(skewMs: number | null): string {
  if (skewMs === null) return "Not compared yet";
  if (Math.abs(skewMs) < 1_000) return "In sync";
  const seconds = Math.round(Math.abs(skewMs) / 1_000);
  return `Service is ${formatCount(seconds)} s ${skewMs > 0 ? "ahead" : "behind"}`;
}
