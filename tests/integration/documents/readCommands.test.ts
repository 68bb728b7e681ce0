import { describe, expect, it } from "vitest";
import { readCommands } from "./readCommands.ts";

const block = (text: string, language = "sh") => `Text\n\n\`\`\`${language}\n${text}\n\`\`\`\n`;

describe("the commands of a document", () => {
  it("are the lines of its shell blocks without comments, and nothing of other blocks", () => {
    const text =
      block("npm run demo   # it's started\n# nothing\nnpm test\necho 'a # b'") +
      block("flowchart", "mermaid") +
      "`npm start`";
    expect(readCommands(text)).toEqual(["npm run demo", "npm test", "echo 'a # b'"]);
  });

  it("go on after a backslash, within quotation marks and in a here-document", () => {
    const commands = [
      "curl http://a \\\n  -d 1",
      "curl -d '{\n  \"a\": 1 }'",
      "cat >> .env <<'EOF'\nA=1\n\nB='2\nEOF",
    ];
    expect(readCommands(block(commands.join("\n")))).toEqual(commands);
  });

  it("are statements in a block of SQL", () => {
    expect(readCommands(block("select 1; -- one\nselect\n 2;", "sql"))).toEqual(["select 1", "select\n 2"]);
  });
});
