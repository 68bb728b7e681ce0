"use client";

import { CodesOfSelected } from "#components/codes/several/CodesOfSelected.tsx";
import { OrdersList } from "#components/orders/list/OrdersList.tsx";

/** The list of orders, with what is done with the codes of the selected ones: one component, whose scripts are loaded ahead as a whole. */
export function OrdersScreen() {
  return <OrdersList codes={<CodesOfSelected />} />;
}
