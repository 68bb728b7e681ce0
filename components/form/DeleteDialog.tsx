"use client";

import type { Problem } from "#lib/contracts/problem.ts";
import { Button } from "#components/ui/actions/Button.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { SubmitError } from "./Form.tsx";

/** Explains what deleting something means before it is done. */
export function DeleteDialog({
  noun,
  name,
  consequence,
  deleting,
  submitError,
  onDelete,
  onClose,
}: {
  /** What is deleted, such as "template". */
  noun: string;
  name: string;
  consequence: string;
  deleting: boolean;
  /** Why it was not deleted, or null. */
  submitError: Problem | null;
  onDelete: () => void;
  onClose: () => void;
}) {
  return (
    <Modal
      open
      onClose={onClose}
      locked={deleting}
      title={<bdi translate="no">{`Delete “${name}”?`}</bdi>}
      description={consequence}
      footer={
        <>
          <Button onClick={onClose} disabled={deleting}>
            Cancel
          </Button>
          <Button variant="danger" loading={deleting} onClick={onDelete}>
            Delete {noun}
          </Button>
        </>
      }
    >
      {submitError === null ? null : <SubmitError problem={submitError} />}
    </Modal>
  );
}
