"use client";

import { Inbox } from "lucide";
import { Button } from "#components/ui/actions/Button.tsx";
import { TONES } from "#components/ui/display/tones.ts";
import { Banner } from "#components/ui/feedback/Banner.tsx";
import { EmptyState } from "#components/ui/feedback/EmptyState.tsx";
import { ErrorState } from "#components/ui/feedback/ErrorState.tsx";
import { SkeletonRows } from "#components/ui/feedback/Skeleton.tsx";
import { toast } from "#components/ui/feedback/toast.ts";
import { Toaster } from "#components/ui/feedback/Toaster.tsx";
import { Section, Specimens, WideSpecimens } from "./Section.tsx";

const nothing = () => {};

export function FeedbackStates() {
  return (
    <Section title="Feedback">
      <WideSpecimens of="Banner">
        {TONES.map((tone) => (
          <Banner
            key={tone}
            tone={tone}
            live="off"
            title={`A banner: ${tone}`}
            actions={<Button size="small">Act</Button>}
          >
            What happened, and what to do.
          </Banner>
        ))}
      </WideSpecimens>
      <WideSpecimens of="ErrorState, EmptyState, SkeletonRows">
        <ErrorState
          title="Orders couldn't be loaded"
          message="Try again in a moment."
          requestId="r-1"
          onRetry={nothing}
        />
        <ErrorState
          compact
          title="The balance couldn't be loaded"
          message="Try again in a moment."
          verbatim="Service unavailable"
          onRetry={nothing}
          retrying
        />
        <EmptyState
          icon={Inbox}
          title="No orders yet"
          actions={<Button variant="primary">Place an order</Button>}
        >
          Orders that you place are listed here.
        </EmptyState>
        <SkeletonRows rows={3} label="Loading" />
      </WideSpecimens>
      <Specimens of="Toaster">
        {TONES.map((tone) => (
          <Button
            key={tone}
            onClick={() =>
              toast(`A message: ${tone}`, {
                tone,
                detail: "With a detail",
                action: { label: "Undo", act: nothing },
              })
            }
          >
            Show {tone}
          </Button>
        ))}
      </Specimens>
      <Toaster />
    </Section>
  );
}
