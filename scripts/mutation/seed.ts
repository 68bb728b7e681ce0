import { configureGlobal } from "fast-check";

// The same examples in each run, so that the outcome of a mutant does not depend on chance.
configureGlobal({ seed: 2_030 });
