/**
 * Asks the command, which is process 1 of the container, whether it is there: at the port and by the scheme of its flags.
 * Exits with 0 when it is.
 */
import { readFileSync } from "node:fs";

const [, , commandLine = "/proc/1/cmdline"] = process.argv;
const flags = readFileSync(commandLine, "utf8").replaceAll("--port=", "--port\0").split("\0");
const port = flags[flags.lastIndexOf("--port") + 1];
const scheme = flags.some((flag) => flag.startsWith("--tls-cert")) ? "https" : "http";
// Its certificate is for the names by which other machines reach it.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
const { ok } = await fetch(`${scheme}://127.0.0.1:${port}/__mock__/health`);
process.exit(ok ? 0 : 1);
