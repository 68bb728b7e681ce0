import { ONE_OF_EACH_ROLE, type DemoPerson } from "./demoMembers.ts";

const [buyers, others] = [true, false].map((isBuyer) =>
  ONE_OF_EACH_ROLE.filter(({ role }) => (role === "buyer") === isBuyer),
);
const SECOND_BUYER: DemoPerson = { email: "second-buyer@demo.example", name: "Noor Buyer", role: "buyer" };

/** The members of the demo: one of each role, and a second buyer. Buyers first, who can do most of what there is to see. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [...(buyers ?? []), SECOND_BUYER, ...(others ?? [])];

/** The members who appear in the history of the demo. */
export const EVERYBODY = ["admin", "approver", "buyer", "second-buyer", "support", "viewer"] as const;
export type Who = (typeof EVERYBODY)[number];
