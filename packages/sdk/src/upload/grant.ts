/** Gets the signed URL for an upload, and checks the URL before any byte of the recording is sent. */
import type { UploadGrant, UploadUrlInput } from "../contract/types.js";
import { isAllowedScheme, type Settings } from "../options.js";
import type { ApiPromise, FlowRequestOptions, RequestOptions, Requests } from "../request/requests.js";

/** @see operation `createUploadUrl` */
export function createUploadUrl(
  requests: Requests,
  input: UploadUrlInput,
  options?: RequestOptions | FlowRequestOptions,
): ApiPromise<UploadGrant> {
  return requests.data("createUploadUrl", { body: input }, options, (grant, invalid) => {
    const problem = grantProblem(grant, requests.settings);
    if (problem) throw invalid(problem);
    return grant;
  });
}

/** Returns the fault of an upload URL. The text contains neither its signature nor its password. */
function grantProblem({ presignedUrl, publicUrl }: UploadGrant, { allowsHttp }: Settings): string | undefined {
  const url = URL.canParse(presignedUrl) && new URL(presignedUrl);
  if (!url || url.username || url.password) return "no usable `presignedUrl`";
  if (!isAllowedScheme(url, allowsHttp))
    return `a \`presignedUrl\` without https (${url.protocol}//${url.host}). To allow http, pass dangerouslyAllowHttp: true`;
  return URL.canParse(publicUrl) ? undefined : "no usable `publicUrl`";
}
