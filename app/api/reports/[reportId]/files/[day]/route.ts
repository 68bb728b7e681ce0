import { reportFileAddressSchema } from "#lib/contracts/reports/reports.ts";
import { readReportFile } from "#server/reports/readReportFile.ts";
import { route } from "#server/route/route.ts";

export const GET = route({
  permission: "orders.read",
  params: reportFileAddressSchema,
  handle: async ({ request, params }) => {
    const { name, content } = await readReportFile(request, params);
    return new Response(content, {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename="${name}"`,
      },
    });
  },
});
