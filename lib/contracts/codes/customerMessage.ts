import { z } from "zod";
import { MESSAGE_PLACEHOLDERS, unknownPlaceholders } from "./messagePlaceholders.ts";

export const MESSAGE_CHARACTERS = 2_000;
const NAMES = Object.keys(MESSAGE_PLACEHOLDERS).map((name) => `{${name}}`);

/** GET and PUT /api/codes/message: the message in which members give a code to a customer, in both environments. */
export const customerMessageSchema = z.strictObject({
  template: z
    .string()
    .trim()
    .min(1, "Enter a message.")
    .max(MESSAGE_CHARACTERS, `Enter at most ${MESSAGE_CHARACTERS} characters.`)
    .refine((template) => template.includes("{code}"), "Without {code}, the customer gets no code.")
    .superRefine((template, context) => {
      const unknown = unknownPlaceholders(template);
      if (unknown.length === 0) return;
      context.addIssue({
        code: "custom",
        message: `${unknown.join(", ")} ${unknown.length === 1 ? "has" : "have"} no meaning here. Use ${NAMES.join(", ")}.`,
      });
    }),
});
export type CustomerMessage = z.infer<typeof customerMessageSchema>;

/** POST /api/codes/hand-outs/{handOutId}/message: the template, and what the code is worth, if that is known. */
export type MessageForHandOut = CustomerMessage & { value: { minor: number; currency: string } | null };
