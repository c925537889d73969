// The program as a worker, which gets the parameters as the body of a request.
import sendAll from "./wire.mjs";

export default { fetch: async (request) => Response.json(await sendAll(...(await request.json()))) };
