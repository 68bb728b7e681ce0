import { configureGlobal } from "fast-check";

// Set by the command that `npm test` prints for a property that did not hold: repeats it with the same values.
const seed = process.env.FAST_CHECK_SEED;
if (seed !== undefined) configureGlobal({ seed: Number(seed) });
