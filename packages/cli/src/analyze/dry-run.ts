/** `call-analysis analyze --dry-run`: lists the recordings and the calls that would be billed. */
import { type ExitCode, exitCodes } from "../errors.js";
import { print, type View } from "../output/data.js";
import { errorJson, messageOf } from "../output/error-text.js";
import { countText, sizeText } from "../output/text-width.js";
import type { Session } from "../session.js";
import { billedText, isBilled, type Planned } from "./plan.js";

/** Lists the recordings with their sizes, and says which calls would be billed. */
export async function dryRun(plan: readonly Planned[], session: Session): Promise<ExitCode> {
  const { reporter } = session;
  await print(plan, { ...session, view });
  for (const { name, error } of plan) if (error) reporter.say(messageOf(error), { file: name });
  const billed = plan.filter(isBilled).length;
  const sizeBytes = plan.reduce((sum, planned) => sum + planned.sizeBytes, 0);
  const text = `${countText(plan.length, "recording")}, ${sizeText(sizeBytes)}: ${billedText(billed)}. Nothing was sent.`;
  reporter.say(text, { billed, sizeBytes });
  return exitCodes.ok;
}

const view: View<Planned> = {
  record: (planned) => {
    const { name: file, sizeBytes, state, key = null, fields, error } = planned;
    const { memberId, categoryId } = fields;
    const common = { file, sizeBytes, billed: isBilled(planned), state, key, memberId, categoryId };
    return { ...common, error: error && errorJson(error) };
  },
  columns: [
    { title: "File", text: ({ name }) => name, isPath: true },
    { title: "Size", text: ({ sizeBytes }) => sizeText(sizeBytes), align: "right", isWhole: true },
    { title: "Billed", text: (planned) => (isBilled(planned) ? "yes" : `no, ${planned.state}`), isWhole: true },
  ],
};
