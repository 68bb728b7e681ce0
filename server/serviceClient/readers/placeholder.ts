import "server-only";
import { fieldRole } from "#lib/codes/fieldRoles.ts";
import { isRecord } from "#lib/json/isRecord.ts";
import { normalName } from "./fields.ts";

/** A field with one of these names is the code: the lists beside it then belong to it. */
export const CODE_NAMES = new Set(
  (
    "code pin pincode value number cardnumber cardno voucher vouchercode coupon couponcode giftcode " +
    "redemptioncode activationcode key licensekey token password secret url link"
  ).split(" "),
);
/** Fields that say how far a code is, or what it is for: never the code itself. */
const NO_CODES = new Set(
  (
    "status statuscode statustext state type kind format message messages msg error errors errorcode errormessage " +
    "reason description title index position amount currency currencycode quantity sku product productid " +
    "productname orderid createdat updatedat deliveredat readyat estimatedreadyat timestamp language locale " +
    "image imageurl logo logourl icon iconurl thumbnail producturl termsurl supporturl helpurl"
  ).split(" "),
);
/** Whatever is inside these belongs to them: `error.code` is not a code. */
const NO_CODES_INSIDE = new Set("status state type error errors reason product".split(" "));
const ABOUT_A_RECORD = /(?:^|[a-z])(?:id|at|date|time|count|index)$/;

/**
 * What may stand in place of a code, or of a status, as long as there is no code. Only as the whole text, because a code may
 * contain such a word.
 */
const NOT_YET = new Set([
  "n/a",
  ...(
    "pending|processing|in progress|in process|queued|waiting|awaiting|awaiting delivery|not ready|not ready yet|not yet ready|" +
    "not available|not yet available|unavailable|none|null|undefined|nil|tbd|to be delivered|not delivered|undelivered|" +
    "backordered|backorder|on backorder|out of stock|sold out|awaiting stock|expired|refunded|rejected|failed|error|cancelled|canceled"
  ).split("|"),
]);

/** Whether a text only says that there is no code yet: `pending`, `N/A`, `-`, `****`. */
export function isPlaceholder(text: string): boolean {
  if (text.length > 40) return false;
  const words = text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
  return NOT_YET.has(words) || isTruthValue(text) || /^[\s\-–—_*.•…?]*$/u.test(text);
}

/** Whether a text is `true` or `false`: nearly always whether there is a code, and only as the last one that is missing a code. */
function isTruthValue(text: string): boolean {
  return /^\s*(?:true|false)\s*$/i.test(text);
}

/**
 * Whether one of the texts of a value can be the code. A serial number, or a field with an unknown name, can be one only if the
 * value does not say that its code is missing: `{code: null, id: 17}`, `{id: 17, status: "pending"}`.
 * @param readsTruth whether `true` and `false` can be codes.
 */
export function holdsCode(
  value: unknown,
  texts: readonly { name: string; value: string }[],
  readsTruth = false,
): boolean {
  const isMissing = saysMissing(value);
  const hasCurrency = texts.some(({ name }) => CURRENCIES.has(lastPart(name)));
  return texts.some(
    ({ name, value: text }) =>
      (!isPlaceholder(text) || (readsTruth && isTruthValue(text))) &&
      mayBeCode(name, isMissing) &&
      // `{code: null, value: 25, currency: "EUR"}`
      !(isMissing && hasCurrency && lastPart(name) === "value" && isAmount(text)),
  );
}

const CURRENCIES = new Set(["currency", "currencycode"]);

function lastPart(name: string): string {
  return normalName(name.slice(name.lastIndexOf(".") + 1));
}

/** Whether a text can be the amount of a card. */
export function isAmount(text: string): boolean {
  return /^\d{1,7}(?:[.,]\d{1,3})?$/.test(text);
}

function mayBeCode(name: string, isMissing: boolean): boolean {
  const parts = name.split(".").map((part) => normalName(part));
  const last = parts.pop() ?? "";
  if (NO_CODES.has(last) || parts.some((part) => NO_CODES_INSIDE.has(part))) return false;
  const role = fieldRole(name);
  if (role === "code" || role === "link") return true;
  if (role === "serial") return !isMissing;
  return role === "unknown" && !(isMissing && ABOUT_A_RECORD.test(last));
}

/** Whether an object, or one inside of it, has an empty member where a code would be, or a status that says that it is not there yet. */
export function saysMissing(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return [value, ...Object.values(value).filter(isRecord)].some((record) =>
    Object.entries(record).some(([name, member]) => {
      const plain = normalName(name);
      if (plain === "status" || plain === "state") return typeof member === "string" && isPlaceholder(member);
      return CODE_NAMES.has(plain) && isEmpty(member);
    }),
  );
}

/** Whether nothing stands where a code would be, or only a text that says that it is not there yet. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === false || (typeof value === "string" && isPlaceholder(value));
}
