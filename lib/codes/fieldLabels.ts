/** Labels for the fields of a delivered code. The service does not say which fields there are (docs/service-interface.md §11). */
const LABELS: Record<string, string> = {
  code: "Code",
  pin: "PIN",
  pincode: "PIN",
  value: "Code",
  number: "Number",
  cardnumber: "Card number",
  cardno: "Card number",
  card: "Card",
  vouchercode: "Voucher code",
  voucher: "Voucher",
  couponcode: "Coupon code",
  coupon: "Coupon",
  giftcode: "Gift code",
  redemptioncode: "Redemption code",
  activationcode: "Activation code",
  key: "Key",
  licensekey: "Licence key",
  token: "Token",
  password: "Password",
  secret: "Secret",
  securitycode: "Security code",
  cvv: "CVV",
  serial: "Serial number",
  serialnumber: "Serial number",
  serialno: "Serial number",
  batch: "Batch",
  expiry: "Expires",
  expirydate: "Expires",
  expires: "Expires",
  expiresat: "Expires",
  expiration: "Expires",
  expirationdate: "Expires",
  validuntil: "Valid until",
  validfrom: "Valid from",
  url: "Link",
  link: "Link",
  redemptionurl: "Redemption link",
  redeemurl: "Redemption link",
  activationurl: "Activation link",
  barcode: "Barcode",
  qrcode: "QR code",
  instructions: "Instructions",
  redeeminstructions: "Instructions",
  terms: "Terms",
  note: "Note",
  username: "User name",
};

function plainName(name: string): string {
  return name.length > 60 ? name : name.toLowerCase().replace(/[\s_\-.]+/g, "");
}

function labelOf(name: string): string | null {
  const plain = plainName(name);
  return Object.hasOwn(LABELS, plain) ? (LABELS[plain] ?? null) : null;
}

/** Whether this is a usual name for a field of a code, in any spelling. */
export function isKnownField(name: string): boolean {
  return labelOf(name) !== null;
}

/** The label of a field of a delivered code. Nested names are recognised by their last part; unknown ones stay unchanged. */
export function fieldLabel(name: string): string {
  return labelOf(name) ?? labelOf(name.slice(name.lastIndexOf(".") + 1)) ?? name;
}

/** Fields that describe a code, are the same for many codes, or are short enough to be guessed. */
const NO_NAME_OF_ITS_OWN = new Set(
  "Expires/Valid until/Valid from/Batch/Instructions/Terms/Note/User name/Security code/CVV".split("/"),
);

/** Whether the value of a field identifies a code, such as its PIN or its serial number. */
export function tellsCodesApart(name: string): boolean {
  return !NO_NAME_OF_ITS_OWN.has(fieldLabel(name));
}
