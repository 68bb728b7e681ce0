"use client";

import { Check, Copy } from "lucide";
import { Icon } from "#components/ui/display/Icon.tsx";
import { useEffect, useState } from "react";
import { announce } from "#components/ui/Announcer.tsx";
import { IconButton } from "./IconButton.tsx";
import { Button } from "./Button.tsx";

export type CopyButtonProps = {
  /** A function if the text is computed when the button is pressed. */
  value: string | (() => string);
  /** What is copied, such as "Copy order ID". */
  label: string;
  /** Shows its label instead of the icon alone. */
  labelled?: boolean;
  onCopied?: () => void;
};

export function CopyButton({ value, label, labelled = false, onCopied }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"none" | "copied" | "failed">("none");
  useEffect(() => {
    if (outcome === "none") return undefined;
    const timer = setTimeout(() => setOutcome("none"), 2_000);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(typeof value === "string" ? value : value());
      setOutcome("copied");
      announce("Copied.");
      onCopied?.();
    } catch {
      setOutcome("failed");
      announce("The browser didn't allow copying. Select the text and copy it yourself.");
    }
  }

  const icon =
    outcome === "copied" ? (
      <Icon shape={Check} className="size-3.5 text-done" />
    ) : (
      <Icon shape={Copy} className="size-3.5" />
    );
  const press = () => void copy();
  if (labelled) {
    return (
      <Button size="small" onClick={press}>
        {icon}
        {outcome === "failed" ? "Couldn't copy" : label}
      </Button>
    );
  }
  return (
    <IconButton size="small" label={outcome === "failed" ? "Couldn't copy" : label} onClick={press}>
      {icon}
    </IconButton>
  );
}
