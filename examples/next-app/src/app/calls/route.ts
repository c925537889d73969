import { callAnalysis } from "../../call-analysis.ts";
import { problemOf } from "../../problem.ts";
import { currentUser } from "../../session.ts";
import { sign } from "../../signature.ts";

/**
 * Submits a form's recording, for clients other than the page. It answers once the call is created, because waiting for
 * the analysis could take half an hour.
 *
 * Next keeps the form in memory. For long recordings let the client upload through the proxy, as the page does, or write
 * the body to a temporary file, as `examples/express-upload` does.
 */
export async function POST(request: Request): Promise<Response> {
  const user = await currentUser();
  if (!user) return Response.json({ error: "Sign in first." }, { status: 401 });
  const form = await request.formData().catch(() => new FormData());
  const file = form.get("recording");
  if (!(file instanceof File)) return Response.json({ error: "The form has no recording." }, { status: 400 });
  const [memberId, categoryId] = [String(form.get("memberId") ?? ""), String(form.get("categoryId") ?? "")];
  try {
    const udfs = { createdBy: user.userId };
    const { callId } = await callAnalysis().calls.submitFile({ file, memberId, categoryId, udfs });
    // The API key can read every call of the organization. The ticket lets this user read only this one.
    const ticket = sign(callId, `call of ${user.userId}`);
    return Response.json({ ticket, statusUrl: `/calls/${ticket}` }, { status: 202 });
  } catch (error) {
    return problemOf(error);
  }
}
