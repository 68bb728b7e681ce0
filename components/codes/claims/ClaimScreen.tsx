"use client";

import { useQuery } from "@tanstack/react-query";
import { CLAIMS } from "#lib/claims/states.ts";
import { claimQuery } from "#lib/queries/claims.ts";
import { paths } from "#lib/paths.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { QueryPart } from "#components/shell/page/QueryPart.tsx";
import { TextLink } from "#components/ui/actions/TextLink.tsx";
import { Badge } from "#components/ui/display/Badge.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { EvidencePart } from "./EvidencePart.tsx";

/** One claim with its evidence, for print and as a text. */
export function ClaimScreen({ claimId }: { claimId: string }) {
  const query = useQuery(claimQuery(useEnvironment(), claimId));
  return (
    <>
      <PageHeader
        title="Claim"
        above={<TextLink href={paths.claims()}>Claims</TextLink>}
        aside={
          query.data === undefined ? null : (
            <Badge tone={CLAIMS[query.data.state].tone}>{CLAIMS[query.data.state].label}</Badge>
          )
        }
        description={
          query.data === undefined ? null : (
            <bdi translate="no">{query.data.productName ?? "Product not stated by the service"}</bdi>
          )
        }
      />
      <QueryPart
        query={query}
        failed="The claim couldn't be loaded"
        skeleton={<SkeletonRows rows={6} label="Loading the claim" />}
      >
        {(claim) => <EvidencePart claimId={claim.id} />}
      </QueryPart>
    </>
  );
}
