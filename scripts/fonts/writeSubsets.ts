import { writeFile } from "node:fs/promises";
import path from "node:path";
import { makeSubset, SUBSETS } from "./subsets.ts";

/** Makes the files of app/fonts anew: `node scripts/fonts/writeSubsets.ts`, after a new version of a font or another range. */
for (const [file, subset] of Object.entries(SUBSETS)) {
  await writeFile(path.join("app/fonts", file), await makeSubset(subset));
}
