import { explainMessage } from "#lib/help/messages.ts";
import { paths } from "#lib/paths.ts";
import { Explanation } from "#components/orderSummary/Explanation.tsx";

/** Explains a message of the service beside it; nothing for one that is not in the interface. */
export default function MessageHelp({ text }: { text: string }) {
  const help = explainMessage(text);
  if (help === null) return null;
  return (
    <>
      {" "}
      <Explanation
        about={help.text}
        sentences={[help.meaning, help.you]}
        href={paths.help({ message: help.id })}
      />
    </>
  );
}
