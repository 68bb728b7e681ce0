import { z } from "zod";
import { ROLES } from "./role.ts";

/** A member of the demo, whom the sign-in page offers as a button. */
export const demoMemberSchema = z.strictObject({
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  password: z.string(),
});
export type DemoMember = z.infer<typeof demoMemberSchema>;

/** Something to try: a product of the sandbox that shows one behaviour of the service. */
export const demoScenarioSchema = z.strictObject({
  productId: z.int().positive(),
  title: z.string(),
  text: z.string(),
});
export type DemoScenario = z.infer<typeof demoScenarioSchema>;

const wordsSchema = z.strictObject({ title: z.string(), text: z.string() });
export type DemoWords = z.infer<typeof wordsSchema>;

/** Makes a dashboard the demo; only `npm run demo` sets it. All texts of the demo come from there, so that none is part of the build. */
export const demoSchema = z.strictObject({
  signIn: wordsSchema,
  tryThis: wordsSchema,
  members: z.array(demoMemberSchema),
  scenarios: z.array(demoScenarioSchema),
});
export type Demo = z.infer<typeof demoSchema>;
