import { z } from "zod";

/** Specification part 5: two keys are issued, one for each environment. */
export const environment = z.enum(["sandbox", "production"]);
export type Environment = z.infer<typeof environment>;

/**
 * The header by which a page says which environment it shows. A tab left open in one environment
 * must never act in the other one because somebody switched elsewhere.
 */
export const ENVIRONMENT_HEADER = "x-codedesk-environment";
/** The cookie that remembers a member's choice; the header outranks it. */
export const ENVIRONMENT_COOKIE = "codedesk-environment";
