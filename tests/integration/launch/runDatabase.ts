// Program: starts the embedded database of a directory and keeps it running until it is killed, as a launcher does.
import { startEmbedded } from "#scripts/launch/database/startEmbedded.ts";

const [dataDir = ""] = process.argv.slice(2);
const { origin, url, cluster } = await startEmbedded({ dataDir });
console.log(JSON.stringify({ origin, url, cluster }));
setInterval(() => {}, 60_000);
