"use client";

import { useMutation } from "@tanstack/react-query";
import { openProduction } from "#lib/queries/production.ts";
import { asProblem } from "#lib/queries/client/problemError.ts";
import { SubmitError } from "#components/form/Form.tsx";
import { useEnvironment } from "#components/shell/environment/EnvironmentProvider.tsx";
import { useStepUp } from "#components/shell/identity/useStepUp.tsx";
import { Button } from "#components/ui/actions/Button.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";

export type ProductionQuestionProps = {
  open: boolean;
  /** A link led to production, not the member's own choice. */
  isByLink: boolean;
  /** The account requires members to confirm that it's them first. */
  isLocked: boolean;
  onClose: () => void;
  onSwitch: () => void;
};

/** Asks before switching to production, and has the member confirm that it's them where the account requires it. */
export function ProductionQuestion({ open, isByLink, isLocked, onClose, onSwitch }: ProductionQuestionProps) {
  const environment = useEnvironment();
  const stepUp = useStepUp();
  const unlock = useMutation({
    mutationFn: () => stepUp.run(() => openProduction(environment)),
    onSuccess: onSwitch,
  });
  const real = "Orders in production are real: they buy codes and charge your wallet.";
  return (
    <>
      <Modal
        open={open}
        onClose={onClose}
        locked={unlock.isPending}
        title="Switch to production?"
        description={isByLink ? `The link that you opened leads to production. ${real}` : real}
        footer={
          <>
            <Button onClick={onClose} disabled={unlock.isPending}>
              Stay in sandbox
            </Button>
            <Button
              variant="primary"
              loading={unlock.isPending}
              onClick={() => (isLocked ? unlock.mutate() : onSwitch())}
            >
              Switch to production
            </Button>
          </>
        }
      >
        {unlock.isError ? <SubmitError problem={asProblem(unlock.error)} /> : null}
      </Modal>
      {stepUp.dialog}
    </>
  );
}
