import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MAIN_JOB } from "./mainJob.ts";

describe("the journeys of the main job", () => {
  it("all exist, because Playwright does not mind a name that matches nothing beside one that does", () => {
    expect(MAIN_JOB.filter((path) => !existsSync(path))).toEqual([]);
  });
});
