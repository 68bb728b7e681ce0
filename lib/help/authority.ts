/** What limits, budgets and deputies do to an order, for the help page. */
export const AUTHORITY_HELP = [
  {
    id: "limits",
    title: "Limits",
    sentences: [
      "An order above your limit, or that of your role, waits until another member approves it. Days and months begin in UTC.",
      "The limit of a product is one of the whole team: an order beyond it is refused, and the order builder says beforehand how many codes are left.",
    ],
    you: "Order less, or ask for approval.",
  },
  {
    id: "budgets",
    title: "Budgets",
    sentences: [
      "A budget says what orders of chosen members, tags or purchase orders may cost together in a period (UTC), in each currency.",
      "An order takes its share when it is confirmed, also while it waits, and gives it back once it is certain that nothing was bought. An order beyond a hard budget is refused; one beyond a soft budget waits for its approvers.",
    ],
    you: "See what is left on the page Budgets, from the wallet.",
  },
  {
    id: "deputies",
    title: "Deputies",
    sentences: [
      "A deputy decides for a member who is away, from the first to the last day (UTC). They must be allowed to do so themselves.",
      "Nobody decides on what they ask for, nor on what somebody asks for whom they stand in.",
    ],
    you: "Name a deputy under Settings, Deputies, before you leave.",
  },
  {
    id: "waiting",
    title: "Orders that wait for approval",
    sentences: [
      "Approvers are reminded of an order that waits long. Your team can have it passed on to the next approvers, and have it lapse: it is declined then, and never sent.",
    ],
    you: 'If a lapsed order is still needed, choose "Edit and order again" on its page. The draft says what has changed since.',
  },
] as const;
