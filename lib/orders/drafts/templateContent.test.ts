import { expect, it } from "vitest";
import { saveTemplateRequestSchema } from "#lib/contracts/orders/orderTemplates.ts";
import { EMPTY_DRAFT } from "./draftRules.ts";
import { templateContent } from "./templateContent.ts";

it("a template keeps nothing by which its lines would be taken for those of the draft or of a table", () => {
  const line = { productId: 1, amount: "", quantity: "2", countryCode: "DE" };
  const draft = {
    ...EMPTY_DRAFT,
    externalOrderCode: "PO-7",
    note: "n",
    lines: [{ ...line, id: crypto.randomUUID(), rows: ["0".repeat(20)] }],
  };
  const content = templateContent(draft);
  expect(content).toEqual({ note: "n", purchaseOrder: "", lines: [line] });
  expect(saveTemplateRequestSchema.safeParse({ name: "Weekly", content }).success).toBe(true);
});
