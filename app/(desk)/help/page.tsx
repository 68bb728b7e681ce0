import type { Metadata } from "next";
import { HelpPage } from "#components/help/HelpPage.tsx";
import { requireViewer } from "#server/auth/sessions/session.ts";

export const metadata: Metadata = { title: "Help" };

export default async function Help() {
  await requireViewer();
  return <HelpPage />;
}
