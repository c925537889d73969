import { alterError, alterResponse, alterSuccess, type Mutant, mutantsOf } from "./mutant.ts";

/** Responses that do not have the shape or the status of the specification. */
export const shapeMutants: readonly Mutant[] = mutantsOf({
  "4.GET /categories: the list of categories is empty": alterSuccess("listCategories data", () => []),
  "2.wrapper: the list of agents is not wrapped in data": alterSuccess("listAgents", (body) =>
    Reflect.get(Object(body), "data"),
  ),
  "4.DELETE /agents/{id}: deleteAgent returns success: false": alterSuccess("deleteAgent success", () => false),
  "7.simple: the campaign's detail is an object": alterError("addProspect detail", (detail) =>
    Array.isArray(detail) ? detail : { message: detail },
  ),
  "7.validation: the campaign's list of details does not name the place of the error": alterError(
    "addProspect detail[].loc",
    () => undefined,
  ),
  "4.json.responses: JSON has the content type of HTML": alterResponse(
    "listCategories",
    async (response) => new Response(await response.text(), { headers: { "content-type": "text/html" } }),
  ),
});
