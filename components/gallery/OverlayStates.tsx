"use client";

import { useState } from "react";
import { Button } from "#components/ui/actions/Button.tsx";
import { Field } from "#components/ui/inputs/Field.tsx";
import { TextInput } from "#components/ui/inputs/TextInput.tsx";
import { Menu, MenuChoice, MenuGroup, MenuItem } from "#components/ui/overlays/Menu.tsx";
import { Modal, type ModalPlacement } from "#components/ui/overlays/Modal.tsx";
import { Popover } from "#components/ui/overlays/Popover.tsx";
import { Section, Specimens } from "./Section.tsx";

export function OverlayStates() {
  const [open, setOpen] = useState<ModalPlacement | null>(null);
  const close = () => setOpen(null);
  return (
    <Section title="Overlays">
      <Specimens of="Menu, Popover, Modal">
        <Menu trigger="Open menu">
          <MenuItem>An action</MenuItem>
          <MenuItem disabled>An action, disabled</MenuItem>
          <MenuGroup label="One of these">
            <MenuChoice checked>Chosen</MenuChoice>
            <MenuChoice checked={false}>Not chosen</MenuChoice>
          </MenuGroup>
        </Menu>
        <Popover trigger="Open popover" className="p-3">
          Content beside its button.
        </Popover>
        <Button onClick={() => setOpen("center")}>Open dialog</Button>
        <Button onClick={() => setOpen("side")}>Open sheet</Button>
      </Specimens>
      <Modal
        open={open !== null}
        onClose={close}
        placement={open ?? "center"}
        title="Close this order?"
        description="It is not sent again."
        footer={
          <>
            <Button onClick={close}>Keep it</Button>
            <Button variant="danger" onClick={close}>
              Close order
            </Button>
          </>
        }
      >
        <Field label="Reason" required>
          {(control) => <TextInput {...control} />}
        </Field>
      </Modal>
    </Section>
  );
}
