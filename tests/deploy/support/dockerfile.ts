import { readFileSync } from "node:fs";

export type Dockerfile = {
  /** The commands that make the files of the image, in order. */
  runs: string[];
  /** How the image is run. */
  variables: Record<string, string>;
  user: string;
  command: string[];
  healthcheck: string[];
};

/** Reads the parts of the Dockerfile that a test can follow without a program for containers. */
export function readDockerfile(path = "Dockerfile"): Dockerfile {
  const lines = readFileSync(path, "utf8")
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll("\\\n", " ")
    .split("\n");
  const all = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1).trim());
  const last = (word: string) => all(word).at(-1) ?? "";
  const list = (text: string): string[] => JSON.parse(text.slice(text.indexOf("[")));
  const variables = all("ENV").flatMap((text) => [...text.matchAll(/(\w+)=(\S+)/g)]);
  return {
    runs: all("RUN"),
    variables: Object.fromEntries(variables.map(([, name = "", value = ""]) => [name, value])),
    user: last("USER"),
    command: [...list(last("ENTRYPOINT")), ...list(last("CMD"))],
    healthcheck: list(last("HEALTHCHECK")),
  };
}
