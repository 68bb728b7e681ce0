"use client";

import { paths } from "#lib/paths.ts";
import { SecondFactor } from "./SecondFactor.tsx";

/** Adds the second factor that the account requires; then the desk opens. */
export function NewSecondFactor() {
  return <SecondFactor onAdded={() => location.assign(paths.overview())} />;
}
