/**
 * The commands that a document shows in its blocks of shell and SQL, as they are written, without comments. A command goes on
 * after a backslash, within quotation marks, and to the end of a here-document.
 */
export function readCommands(markdown: string): string[] {
  return [...markdown.matchAll(/^```(sh|bash|sql)\n([^]*?)^```/gm)].flatMap(([, language, block = ""]) =>
    language === "sql" ? statementsOf(block) : shellCommandsOf(block),
  );
}

function statementsOf(block: string): string[] {
  const statements = block.replaceAll(/--.*$/gm, "").split(";");
  return statements.map((each) => each.trim()).filter((each) => each !== "");
}

function shellCommandsOf(block: string): string[] {
  const commands: string[] = [];
  let unfinished = "";
  for (const line of block.split("\n")) {
    const text = unfinished === "" ? withoutComment(line) : `${unfinished}\n${line}`;
    unfinished = isFinished(text) ? "" : text;
    if (unfinished === "") commands.push(text);
  }
  return [...commands, unfinished].map((each) => each.trim()).filter((each) => each !== "");
}

function isFinished(text: string): boolean {
  const end = /<<-?\s*'?(\w+)'?/.exec(text)?.[1];
  if (end !== undefined) return text.split("\n").slice(1).includes(end);
  const unquoted = text.replaceAll(/'[^']*'|"(?:\\.|[^"\\])*"/g, "");
  return !text.endsWith("\\") && !/["']/.test(unquoted);
}

/** The line up to a comment; a number sign within quotation marks begins none. */
function withoutComment(line: string): string {
  return /^(?:'[^']*'|"(?:\\.|[^"\\])*"|(?!(?:^|\s)#\s)[^])*/.exec(line)?.[0] ?? "";
}
