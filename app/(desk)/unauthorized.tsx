/** Nothing shows this: guards send to sign-in instead. Without it, each page would carry Next's own message, twice. */
export default function Unauthorized() {
  return null;
}
