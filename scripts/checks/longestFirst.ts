import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Test files that take eight seconds or more, about the longest first: those that compute and those that wait in turn. */
export const LONG = [
  "tests/soak/killSoak.test.ts",
  "tests/model/orders.model.test.ts",
  "tests/integration/orders/instances.test.ts",
  "tests/integration/launch/demo.test.ts",
  "tests/integration/auth/admitSignIn.test.ts",
  "tests/integration/launch/demoHistory.test.ts",
  "tests/integration/orders/databaseTrouble.test.ts",
  "tests/integration/launch/embedded.test.ts",
  "tests/faults/faultMatrix.test.ts",
  "server/serviceClient/readers/readers.test.ts",
  "tests/integration/http/matrix.test.ts",
  "tests/integration/orders/list/filters.test.ts",
  "tests/integration/launch/startupErrors.test.ts",
  "tests/conformance/suite/dialects.test.ts",
  "tests/integration/http/malformedInput.test.ts",
  "tests/conformance/lateAnswer.test.ts",
  "tests/conformance/durability.test.ts",
  "tests/integration/http/canary.test.ts",
  "tests/integration/service/transport.test.ts",
  "tests/integration/launch/fileTroubles.test.ts",
  "tests/integration/notices/noticeMail.test.ts",
];

/** Starts with the test files that take longest, so that none is still running alone when all others are done. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // The method of vitest's class, not that of an array.
    // oxlint-disable-next-line unicorn/no-array-sort
    const others = await super.sort(files);
    return others.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONG.findIndex((name) => moduleId.endsWith(`/${name}`));
  return rank === -1 ? LONG.length : rank;
}
