import "server-only";
import { z } from "zod";
import { SERVICE_FILTERS } from "#lib/contracts/catalog/catalog.ts";
import { demoSchema } from "#lib/contracts/team/demo.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { ROLES } from "#lib/contracts/team/role.ts";
import { roleIdSchema } from "#lib/contracts/team/roles.ts";
import { parsePointer } from "#lib/json/pointer.ts";
import { errorMessage } from "#lib/text/errorMessage.ts";
import { readBaseAddress } from "./baseAddress.ts";
import { isLoopback } from "./loopback.ts";
import { parseTrustedProxies } from "./trustedProxies.ts";
import { keyProblem } from "./keyPairing.ts";

/** An address to which secrets are sent: https, or this machine. */
export const safeUrlSchema = z.string().superRefine((value, context) => {
  const problem = urlProblem(value);
  if (problem !== null) context.addIssue({ code: "custom", message: problem });
});

/** The dashboard's own address: an origin, without a path. Whether it must be https is decided with ALLOW_PLAIN_HTTP. */
export const ownAddressSchema = z.string().superRefine((value, context) => {
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    context.addIssue("must be an https:// address, such as https://codedesk.example.com");
  } else if (url.pathname !== "/") {
    context.addIssue("must be the address alone, without a path");
  }
});

export const onOrOffSchema = z.enum(["on", "off"], "must be on or off").transform((value) => value === "on");

/** Why secrets must not be sent to this address; null if they may. */
export function urlProblem(value: string): string | null {
  if (!URL.canParse(value)) return "is not a URL: it must begin with https://";
  const { protocol, hostname } = new URL(value);
  if (protocol !== "https:" && protocol !== "http:") return "must begin with https://";
  if (protocol === "http:" && !isLoopback(hostname)) {
    return "must begin with https:// (http:// only on this machine), or secrets would travel in the open";
  }
  return null;
}

export function serviceUrl(environment: Environment) {
  return safeUrlSchema.superRefine((value, context) => {
    if (urlProblem(value) !== null) return;
    try {
      readBaseAddress(environment, value);
    } catch (error) {
      context.addIssue({ code: "custom", message: `cannot be used: ${errorMessage(error)}` });
    }
  });
}

export function serviceKey(environment: Environment) {
  return z.string().superRefine((value, context) => {
    const problem = keyProblem(environment, value);
    if (problem !== null) context.addIssue({ code: "custom", message: `cannot be used: ${problem}` });
  });
}

/** A secret of Codedesk's own. With the embedded database, `npm start` generates those that are not set. */
export const secretSchema = z
  .string(
    "is not set: use at least 32 random characters (`openssl rand -base64 32`), the same in every instance",
  )
  .min(32, "is too short: use at least 32 random characters (`openssl rand -base64 32`)");

/** A mail server: `smtps://user:password@host:465`, or `smtp://` with STARTTLS. */
export const mailUrlSchema = z
  .string()
  .refine(
    (value) => /^smtps?:$/.test(URL.parse(value)?.protocol ?? "") && URL.parse(value)?.hostname !== "",
    "must look like smtps://user:password@mail.example.com:465, or smtp://… for STARTTLS",
  );

/** The sender of mails: an address, with or without a name. */
export const senderSchema = z
  .string()
  .regex(
    /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
    "must be an address, such as Codedesk <codedesk@example.com>",
  );

/** A directory. PostgreSQL records its path in files with one value a line. */
export const directorySchema = z
  .string()
  .regex(/^\P{Cc}*$/u, "must be a path without line breaks and other control characters");

export const portSchema = z
  .string()
  .regex(/^\d{1,5}$/, "must be a number between 1 and 65535")
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65_535, "must be a number between 1 and 65535");

/** A number of hours, up to a year. */
export const hoursSchema = z
  .string()
  .regex(/^\d{1,4}$/, "must be a number of hours")
  .transform(Number)
  .refine((value) => value >= 1 && value <= 8_760, "must be between 1 and 8760 hours");

/** A whole number from 1, below a billion. */
export const positiveIntegerSchema = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, "must be a whole number from 1")
  .transform(Number);

/** A number of minutes, up to a day. */
export const minutesSchema = z
  .string()
  .regex(/^\d{1,4}$/, "must be a whole number of minutes, from 0 to 1440")
  .transform(Number)
  .refine((value) => value <= 1_440, "must be a whole number of minutes, from 0 to 1440");

/** A number of days, up to a year; 0: none. */
export const daysSchema = z
  .string()
  .regex(/^\d{1,3}$/, "must be a whole number of days, from 0 to 365")
  .transform(Number)
  .refine((value) => value <= 365, "must be a whole number of days, from 0 to 365");

export const databaseUrlSchema = z
  .string("is not set")
  .refine(
    (value) => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol),
    "must look like postgresql://user:password@host:5432/name",
  );

/** A number of proxies, or their addresses. */
export const trustedProxiesSchema = z.string().transform((value, context) => {
  const parsed = parseTrustedProxies(value);
  if (parsed !== null) return parsed;
  const example = "1 or 10.0.0.0/8, fd00::/8";
  context.addIssue({
    code: "custom",
    message: `must be a number of proxies or their addresses, such as ${example}`,
  });
  return z.NEVER;
});

const filterNamesSchema = z.strictObject(
  Object.fromEntries(SERVICE_FILTERS.map((filter) => [filter, z.string().regex(/^[\w.[\]-]{1,60}$/)])),
);

/** A claim of the identity provider: its name, or a JSON pointer to one inside another. */
export const claimSchema = z.string().transform((value, context) => {
  const parsed = value.startsWith("/") ? parsePointer(value) : [value];
  if (parsed !== null && parsed.every((token) => token !== "")) return parsed;
  context.addIssue({
    code: "custom",
    message:
      "must be the name of a claim, such as groups, or a JSON pointer to it, such as /realm_access/roles",
  });
  return z.NEVER;
});

const roleMappingListSchema = z.array(z.tuple([z.string().min(1).max(1_000), roleIdSchema])).min(1);

/** Groups of the identity provider and the role that each gives, as JSON. A list, because the first match counts. */
export const roleMappingSchema = z.string().transform((value, context) => {
  const parsed = roleMappingListSchema.safeParse(parseJson(value));
  if (parsed.success) return parsed.data.map(([group, role]) => ({ group, role }));
  context.addIssue({
    code: "custom",
    message: `must be JSON with pairs of a group and one of ${ROLES.join(", ")} or the id of a role of your own, such as [["codedesk-admins","admin"],["sales","buyer"]]`,
  });
  return z.NEVER;
});

/** Domains of e-mail addresses. */
export const domainsSchema = z.string().transform((value, context) => {
  const domains = value.split(",").map((domain) => domain.trim().toLowerCase());
  if (domains.every((domain) => /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/.test(domain)))
    return domains;
  context.addIssue({ code: "custom", message: "must be domains, such as partner.example, partner.test" });
  return z.NEVER;
});

/** The demo's description of itself, as JSON (set by `npm run demo`). */
export const demoJsonSchema = z.string().transform((value, context) => {
  const parsed = demoSchema.safeParse(parseJson(value));
  if (parsed.success) return parsed.data;
  context.addIssue({ code: "custom", message: "is set by `npm run demo` alone: remove it" });
  return z.NEVER;
});

/** JSON with the query names of some or all of the five filters; the others keep their default names. */
export const filterParamsSchema = z.string().transform((value, context) => {
  const parsed = filterNamesSchema.partial().safeParse(parseJson(value));
  if (parsed.success) return parsed.data;
  const example = '{"country":"country_code"}';
  context.addIssue({
    code: "custom",
    message: `must be JSON naming some of ${SERVICE_FILTERS.join(", ")}, such as ${example}`,
  });
  return z.NEVER;
});

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return null;
  }
}

/** The position of something in an answer (RFC 6901). */
export const jsonPointerSchema = z.string().transform((value, context) => {
  const parsed = parsePointer(value);
  if (parsed !== null) return parsed;
  context.addIssue({ code: "custom", message: "must be a JSON pointer (RFC 6901), such as /data/products" });
  return z.NEVER;
});
