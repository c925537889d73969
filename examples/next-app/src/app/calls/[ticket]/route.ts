import { callAnalysis } from "../../../call-analysis.ts";
import { problemOf } from "../../../problem.ts";
import { currentUser } from "../../../session.ts";
import { readSigned } from "../../../signature.ts";

/** The status of a call that this user submitted to `POST /calls`. Poll it until it is "completed". */
export async function GET(_request: Request, { params }: { params: Promise<{ ticket: string }> }): Promise<Response> {
  const user = await currentUser();
  if (!user) return Response.json({ error: "Sign in first." }, { status: 401 });
  const callId = readSigned((await params).ticket, `call of ${user.userId}`);
  if (callId === undefined) return Response.json({ error: "You have submitted no such call." }, { status: 404 });
  try {
    const { status, analysis } = await callAnalysis().calls.getAnalysis(callId);
    return Response.json({ status, score: analysis?.score ?? null, outcome: analysis?.outcomeLabel ?? null });
  } catch (error) {
    return problemOf(error);
  }
}
