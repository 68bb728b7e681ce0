import { PageHeader } from "#components/shell/PageHeader.tsx";
import { requireViewer } from "#server/auth/session.ts";

export default async function OverviewPage() {
  await requireViewer();
  return <PageHeader title="Overview" />;
}
