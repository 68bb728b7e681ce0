import type { Call, Fault, Given } from "./faultyCopy.ts";

/** What is wrong with the copy, its fault, and the checks that must fail because of it. */
export type FaultRow = [name: string, fault: Fault, caughtBy: readonly string[]];

export const isPlaced = ({ method, path }: Call): boolean => method === "POST" && path === "/v2/orders";
export const isAccepted = (given: Given, call: Call): boolean => isPlaced(call) && given.status === 202;
export const isOrder = ({ method, path }: Call): boolean =>
  method === "GET" && path.startsWith("/v2/orders/");
export const isWallet = ({ path }: Call): boolean => path === "/v2/wallet";
export const isList = ({ path }: Call): boolean => path.startsWith("/v2/catalog/products?");
