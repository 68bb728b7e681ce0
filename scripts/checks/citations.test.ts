import { describe, expect, it } from "vitest";
import { findDeadCitations, findDeadCommentPaths, readPage, type Pages } from "./citations.ts";

const pages: Pages = new Map([
  [
    "docs/architecture.md",
    readPage(
      "# Architecture\n\n## The life of an order\n\n## Invariants\n\n| 1 | first |\n| 12 | last |\n\n## Later\n\n3. no\n",
    ),
  ],
  [
    "docs/service-interface.md",
    readPage(
      "## 7. Errors\n\nRules:\n\n1. one\n2. two\n\n### 7.1 More\n\n```\n# 9. Not a heading\n```\n\n## 10. Silences\n\n### 10.4 Digits\n",
    ),
  ],
  ["docs/decisions/0001-the-row.md", readPage("# 1. The row\n")],
]);

/** The problems of a comment. */
const judge = (comment: string) => findDeadCitations(`/** ${comment} */\nexport const x = 1;\n`, pages);

describe("a citation of a document in a source file", () => {
  it.each([
    "See docs/architecture.md.",
    "(docs/architecture.md#the-life-of-an-order)",
    "(docs/architecture.md#invariants, 12)",
    "docs/service-interface.md §10.4: digits",
    "docs/service-interface.md §7, rule 2 and §10.4",
    "Kept short (docs/decisions/0001).",
    "docs/decisions/0001-the-row.md",
    "The UI, which is fast; a whole STACK_SIZE; the specification of a product",
  ])("is accepted when it leads somewhere: %s", (comment) => {
    expect(judge(comment)).toEqual([]);
  });

  it.each([
    ["docs/missing.md", "docs/missing.md"],
    ["CONTRIBUTING.md", "CONTRIBUTING.md"],
    ["docs/architecture.md#wrong-heading", "#wrong-heading"],
    ["docs/architecture.md#invariants, 13", "number 13"],
    ["docs/architecture.md#invariants, 3", "number 3"],
    ["docs/service-interface.md §8", "§8"],
    ["docs/service-interface.md §9", "§9"],
    ["docs/service-interface.md §7, rule 5", "number 5"],
    ["docs/service-interface.md §7 and §10.5", "§10.5"],
    ["docs/decisions/0002", "docs/decisions/0002"],
    ["docs/decisions/0001-another.md", "0001-another"],
  ])("is refused when it leads nowhere: %s", (comment, named) => {
    expect(judge(comment)).toHaveLength(1);
    expect(judge(comment)[0]).toContain(named);
  });

  it("is followed over the lines of a comment", () => {
    expect(judge("docs/service-interface.md §7,\n * rule 2")).toEqual([]);
    expect(judge("docs/service-interface.md §7,\n * rule 5")).toHaveLength(1);
    expect(judge("docs/service-interface.md\n * §11")).toHaveLength(1);
  });

  it.each([
    "(DESIGN, section 3)",
    "(STACK, next-auth)",
    "(UI, “Codes”)",
    "see WRITING.md",
    "HABITS, 3",
    "the reading\n * notes say so",
    "specification part 7",
    "specification 4.4",
    "(part 7)",
    "(invariant 7)",
  ])("is refused when it is about a page outside of the repository: %s", (comment) => {
    expect(judge(comment)).toHaveLength(1);
  });
});

describe("a path in a comment", () => {
  const files = ["lib/paths.ts", "components/shell/AppFrame.tsx", "server/db", "app/(desk)/page.tsx"];
  const judgePaths = (source: string) => findDeadCommentPaths(source, (path) => files.includes(path));

  it("is accepted when it exists, with or without its ending", () => {
    const source =
      "/** lib/paths.ts, lib/paths, components/shell/AppFrame, server/db and app/(desk)/page.tsx */";
    expect(judgePaths(source)).toEqual([]);
  });

  it("is refused when it does not exist", () => {
    expect(judgePaths("// see lib/hrefs.ts")).toHaveLength(1);
    expect(judgePaths("/**\n * (server/database).\n */")).toHaveLength(1);
  });

  it("is ignored outside of comments, in addresses and in patterns", () => {
    const source = `import x from "#lib/none.ts"; const y = "lib/none"; // https://host/lib/none, lib/*.ts, node_modules/lib/x`;
    expect(judgePaths(source)).toEqual([]);
  });
});
