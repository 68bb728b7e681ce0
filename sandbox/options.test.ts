import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readOptions, USAGE } from "./options.ts";

const USUAL = {
  port: 4_010,
  dataDir: resolve(".data/sandbox"),
  keys: ["svc_test_demo_0123456789abcdefghijklmnop"],
  products: 2_400,
  latencyMs: 0,
  fulfilmentMs: 2_000,
  dialect: "plain",
  catalog: "usual",
  wallet: "fixed",
  control: false,
};
const VARIABLES = {
  SANDBOX_PORT: "1",
  SANDBOX_DATA_DIR: "/tmp/a",
  SANDBOX_KEYS: " svc_test_a, ,svc_test_b",
  SANDBOX_PRODUCTS: "2",
  SANDBOX_LATENCY: "3",
  SANDBOX_FULFILMENT: "4",
  SANDBOX_DIALECT: "array",
  SANDBOX_CATALOG: "endless",
  SANDBOX_WALLET: "moving",
  SANDBOX_CONTROL: "1",
};

describe("the options of the program", () => {
  it("are the usual ones if nothing is said, or nothing is in a variable", () => {
    expect(readOptions([], {})).toEqual(USUAL);
    const empty = Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, ""]));
    expect(readOptions([], empty)).toEqual(USUAL);
    expect(readOptions([], { SANDBOX_CONTROL: "0" })).toEqual(USUAL);
  });

  it("are those of the environment", () => {
    expect(readOptions([], VARIABLES)).toEqual({
      port: 1,
      dataDir: "/tmp/a",
      keys: ["svc_test_a", "svc_test_b"],
      products: 2,
      latencyMs: 3,
      fulfilmentMs: 4,
      dialect: "array",
      catalog: "endless",
      wallet: "moving",
      control: true,
    });
  });

  it("are those of the command before those of the environment", () => {
    const args =
      "--port 0 --data-dir /tmp/b --key svc_test_c --key svc_test_d --products 0 --latency 600000 --fulfilment 0 --dialect bare --catalog hostile --wallet fixed --control";
    expect(readOptions(args.split(" "), { ...VARIABLES, SANDBOX_CONTROL: "" })).toEqual({
      port: 0,
      dataDir: "/tmp/b",
      keys: ["svc_test_c", "svc_test_d"],
      products: 0,
      latencyMs: 600_000,
      fulfilmentMs: 0,
      dialect: "bare",
      catalog: "hostile",
      wallet: "fixed",
      control: true,
    });
  });

  it("are none if help is requested, which names each of them", () => {
    expect(readOptions(["--help"], {})).toBeNull();
    for (const name of Object.keys(VARIABLES)) expect(USAGE).toContain(name);
    for (const word of [
      "--port",
      "--data-dir",
      "--key",
      "--products",
      "--latency",
      "--fulfilment",
      "--control",
      USUAL.keys[0],
    ]) {
      expect(USAGE).toContain(word);
    }
    expect(USAGE).toContain("--dialect NAME    plain, array, nested,");
    expect(USAGE).toContain("--catalog NAME    usual, hostile,");
    expect(USAGE).toContain("--wallet NAME     fixed, moving ");
  });

  it.each([
    [["--dialect", "klingon"], /^--dialect must be one of plain, array, nested, /],
    [["--catalog", "none"], /^--catalog must be one of usual, hostile, repeating, endless, changing$/],
    [["--wallet", "empty"], /^--wallet must be one of fixed, moving$/],
    [["--port", "65536"], /^--port must be a whole number from 0 to 65535, not "65536"$/],
    [["--port", "-1"], /argument is ambiguous/],
    [["--port=-1"], /^--port must be a whole number from 0 to 65535, not "-1"$/],
    [["--port", "1.5"], /^--port must be a whole number/],
    [["--products", "1000001"], /^--products must be a whole number from 0 to 1000000, not "1000001"$/],
    [["--latency", "600001"], /^--latency must be a whole number from 0 to 600000/],
    [["--fulfilment", "soon"], /^--fulfilment must be a whole number from 0 to 600000, not "soon"$/],
    [["--key", "svc_live_a"], /^A sandbox key begins with svc_test_ \(docs\/service-interface\.md §5\)$/],
    [["--key", "svc_test_a", "--key", "b"], /^A sandbox key begins with/],
    [["--colour", "red"], /Unknown option/],
  ])("that are wrong are named, with what is right: %j", (args, message) => {
    expect(() => readOptions(args, {})).toThrow(message);
  });

  it("may be at their bounds", () => {
    expect(readOptions(["--port", "65535", "--products", "1000000"], {})).toMatchObject({
      port: 65_535,
      products: 1_000_000,
    });
  });
});
