import type { TestStack } from "#scripts/testStack/startTestStack.ts";
import type { Person } from "./person.ts";

/** Signs in on the page for it, as people do. */
export async function signInAsBuyer(person: Person, { members }: TestStack): Promise<void> {
  const buyer = members.find(({ role }) => role === "buyer");
  await person.open("/");
  await person.enter({ role: "textbox", name: "E-mail" }, buyer?.email ?? "");
  await person.enter({ role: "textbox", name: "Password" }, buyer?.password ?? "");
  await person.press({ role: "button", name: "Sign in" });
  await person.isAt(/^\/$/);
}
