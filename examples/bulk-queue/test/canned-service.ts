/** A service that answers at once, as a `fetch`, for runs so long that the fake would need too much memory. */
let calls = 0;

/** Answers a grant, an upload, a creation and a completed analysis, with the minimum that the client needs. */
export async function cannedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const { pathname } = new URL(request.url);
  if (request.method === "PUT") {
    await request.arrayBuffer();
    return new Response();
  }
  if (pathname === "/v1/calls") {
    calls += 1;
    return Response.json({ data: { callId: `call-${process.pid}-${calls}`, status: "processing" } }, { status: 202 });
  }
  if (pathname === "/v1/calls/presigned-url") return Response.json({ data: grant });
  return Response.json({ data: { ...completed, callId: pathname.split("/")[3] } });
}

const grant = {
  key: "call.wav",
  presignedUrl: "https://store.example.com/call.wav?signature=1",
  publicUrl: "https://store.example.com/call.wav",
};

const completed = {
  status: "completed",
  analysis: {
    score: 82,
    outcomeLabel: "Sale",
    outcomeRationale: "The customer agrees.",
    callObservations: null,
    areasForImprovement: null,
    extractions: null,
    sections: [],
  },
  metadata: { duration: 1, udfs: {} },
};
