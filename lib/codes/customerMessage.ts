import { codeFields, fieldRole } from "./fieldRoles.ts";
import { fieldLabel } from "./fieldLabels.ts";
import { labelledText } from "./codeText.ts";
import {
  isPlaceholder,
  PLACEHOLDER,
  type MessagePlaceholder,
} from "#lib/contracts/codes/messagePlaceholders.ts";

export type MessageValues = Partial<Record<MessagePlaceholder, string>>;

/** The message of a team that has not written its own. */
export const STANDARD_MESSAGE = `{product}
Value: {value}
Code: {code}
PIN: {pin}
Serial number: {serial}
Valid until: {expiry}
How to redeem: {redeem}`;

/** The message for one code. A line that only has to say what is not known of it is left out. */
export function writeMessage(template: string, values: MessageValues): string {
  const lines = template.replaceAll("\r\n", "\n").split("\n");
  return lines
    .filter((line) => {
      const names = [...line.matchAll(PLACEHOLDER)].flatMap(([, name = ""]) =>
        isPlaceholder(name) ? name : [],
      );
      return names.length === 0 || names.some((name) => (values[name] ?? "") !== "");
    })
    .map((line) =>
      line.replace(PLACEHOLDER, (whole, name: string) =>
        isPlaceholder(name) ? (values[name] ?? "") : whole,
      ),
    )
    .join("\n")
    .trim();
}

/** What the fields of a code say in a message by this template. */
export function messageValues(
  template: string,
  {
    productName,
    value,
    fields,
  }: { productName: string | null; value: string; fields: Readonly<Record<string, string>> },
): MessageValues {
  const names = Object.keys(fields);
  const codes = codeFields(names);
  const pins = codes.filter((name) => fieldLabel(name) === "PIN");
  // A PIN is only left to its own place where something else is the code.
  const hasPlace = template.includes("{pin}") && pins.length > 0 && pins.length < codes.length;
  const first = (role: "serial" | "expiry") => fields[names.find((name) => fieldRole(name) === role) ?? ""];
  const redeem = names.filter(
    (name) => !codes.includes(name) && (fieldLabel(name) === "Instructions" || fieldRole(name) === "link"),
  );
  return {
    product: productName ?? "",
    value,
    code: labelledText(fields, hasPlace ? codes.filter((name) => !pins.includes(name)) : codes),
    pin: hasPlace ? pins.map((name) => fields[name]).join(" ") : "",
    serial: first("serial") ?? "",
    expiry: first("expiry") ?? "",
    redeem: redeem.map((name) => fields[name]).join(" "),
  };
}
