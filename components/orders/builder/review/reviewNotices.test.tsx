import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { RecentOrder } from "#lib/contracts/problem.ts";
import { TimeProvider } from "#components/time/TimeProvider.tsx";
import { RecentOrderQuestion, RowsTwice } from "./ReviewNotices.tsx";

const NOW = Date.parse("2030-01-01T12:00:00Z");

function questionAbout(more: Partial<RecentOrder>): string {
  const recent = { reference: "CD-2", placedBy: "Ada", at: "2030-01-01T11:55:00.000Z", ...more };
  const markup = renderToStaticMarkup(
    <TimeProvider zone="UTC" isChosen weekStart={1} paintedAt={NOW}>
      <RecentOrderQuestion recent={recent} acknowledged={false} onAcknowledge={() => {}} />
    </TimeProvider>,
  );
  return markup.replaceAll(/<[^>]*>/g, "");
}

describe("the question whether to order once more", () => {
  it("names the same order that was placed a moment ago", () => {
    expect(questionAbout({})).toContain("Ada placed the same order 5 min ago: CD-2");
    expect(questionAbout({ placedBy: null })).toContain("A former member placed the same order");
  });

  it("claims no missing codes of an order that is ordered again: it may have been rejected", () => {
    expect(questionAbout({ reorders: "CD-1" })).toContain(
      "Products of order CD-1 were already reordered by Ada 5 min ago: CD-2",
    );
    expect(questionAbout({ reorders: "CD-1", placedBy: null })).toContain("by a former member 5 min ago");
  });

  it("says how many rows of a table stand in one order twice", () => {
    const markup =
      renderToStaticMarkup(<RowsTwice count={1} />) + renderToStaticMarkup(<RowsTwice count={40} />);
    expect(markup).toContain("1 row of an imported table is in this order twice.");
    expect(markup).toContain("40 rows of an imported table are in this order twice.");
  });

  it("says how many rows of an imported table were bought before, when and by whom", () => {
    expect(questionAbout({ importedRows: 12 })).toContain(
      "12 rows of the imported table were bought on 1 Jan 2030, 11:55 by Ada: CD-2",
    );
    expect(questionAbout({ importedRows: 1 })).toContain("1 row of the imported table was bought on");
    expect(questionAbout({ importedRows: 12, unresolved: "CD-2" })).not.toContain("rows");
  });
});
