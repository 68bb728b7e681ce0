"use client";

import type { ComponentProps, ReactNode } from "react";
import { Button } from "#components/ui/actions/Button.tsx";
import { Modal } from "#components/ui/overlays/Modal.tsx";
import { Form, type FormProps } from "./Form.tsx";

type FormDialogProps = Omit<FormProps, "actions" | "className"> &
  Pick<ComponentProps<typeof Modal>, "title" | "description" | "width" | "onClose"> & {
    open?: boolean;
    cancelLabel?: string;
    /** Other buttons, before the cancel button. */
    moreActions?: ReactNode;
  };

/** A dialog that is a form. It stays open until the request is answered. */
export function FormDialog({
  open = true,
  onClose,
  title,
  description,
  width,
  cancelLabel = "Cancel",
  moreActions,
  ...form
}: FormDialogProps) {
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      width={width}
      locked={form.loading}
    >
      <Form
        {...form}
        actions={
          <>
            {moreActions}
            <Button onClick={onClose} disabled={form.loading}>
              {cancelLabel}
            </Button>
          </>
        }
      />
    </Modal>
  );
}
