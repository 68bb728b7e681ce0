"use client";

import { useQuery } from "@tanstack/react-query";
import { draftQuery } from "#lib/queries/orders/draft.ts";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { PageHeader } from "#components/shell/page/PageHeader.tsx";
import { ProblemState } from "#components/shell/page/ProblemState.tsx";
import { useViewer } from "#components/shell/viewer/ViewerProvider.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { DraftEditor } from "./DraftEditor.tsx";

/** The page on which an order is built. Without an id, it opens the draft that the catalog adds to. */
export function OrderBuilder({ draftId }: { draftId?: string }) {
  const environment = useEnvironment();
  const viewer = useViewer();
  const { data, error, isFetching, refetch } = useQuery({
    ...draftQuery(environment, draftId),
    // The editor itself reads it when its tab becomes visible, together with what has been ordered since.
    refetchOnWindowFocus: false,
  });
  if (data) return <DraftEditor key={data.id} environment={environment} memberId={viewer.id} opened={data} />;
  return (
    <>
      <PageHeader title="New order" />
      {error ? (
        <ProblemState
          title="Couldn't load the draft"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <SkeletonRows rows={6} label="Loading the draft" />
      )}
    </>
  );
}
