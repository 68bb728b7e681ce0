"use client";

import { paths } from "#lib/paths.ts";
import { PasswordForm } from "./PasswordForm.tsx";

/** Replaces a one-time password by the member's own; then the desk opens. */
export function NewPassword() {
  return (
    <PasswordForm currentLabel="One-time password" onChanged={() => location.assign(paths.overview())} />
  );
}
