import { forgetSettings } from "#server/config/env.ts";
import { removeSingletons } from "#server/context/processSingleton.ts";

declare global {
  // Only a variable that is declared with `var` is one of the global object.
  // oxlint-disable-next-line no-var
  var variablesOfTestProcess: NodeJS.ProcessEnv | undefined;
}

// Test files share a process, one after the other: configuration and state of one file must not reach the next.
const variables = (globalThis.variablesOfTestProcess ??= { ...process.env });
for (const name of Object.keys(process.env)) if (variables[name] === undefined) delete process.env[name];
Object.assign(process.env, variables);
forgetSettings();
removeSingletons();
