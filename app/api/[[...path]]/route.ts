import { unknownAddress } from "#server/route/unknownAddress.ts";

/** Every address that no other route has. */
export const GET = unknownAddress;
export const POST = unknownAddress;
export const PUT = unknownAddress;
export const PATCH = unknownAddress;
export const DELETE = unknownAddress;
