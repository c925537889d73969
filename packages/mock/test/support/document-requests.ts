import campaigns from "@call-analysis/sdk/campaigns.openapi.json";
import external from "@call-analysis/sdk/openapi.json";

interface Reference {
  $ref: string;
}

interface Content {
  content: { "application/json": { examples: Record<string, Reference> } };
}

interface Operation {
  operationId: string;
  requestBody?: Content;
  responses: Record<string, Content>;
}

/** A request as a document shows it. */
export interface ExampleRequest {
  operationId: string;
  example: string;
  request: `${string} ${string}`;
  body: unknown;
  success: number;
  /** The first response that the document shows for its success. */
  response: unknown;
}

const components = {
  parameters: { ...external.components.parameters, ...campaigns.components.parameters },
  examples: { ...external.components.examples, ...campaigns.components.examples },
};

/** The requests of one interface, one for each example of a body, in the order of the document. */
function requestsOf(document: { paths: Record<string, object>; servers: { url: string }[] }): ExampleRequest[] {
  return Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries<Operation>(Object(item))
      .filter(([, { operationId }]) => operationId)
      .flatMap(([method, operation]) => {
        const path = withExamples(template, Reflect.get(item, "parameters") ?? []);
        const request = `${method.toUpperCase()} ${document.servers[0]?.url}${path}` as const;
        const [status = ""] = Object.keys(operation.responses);
        const [shown] = Object.values(operation.responses[status]?.content["application/json"].examples ?? {});
        const [success, response] = [Number(status), shown && Reflect.get(componentOf(shown), "value")];
        const examples = operation.requestBody?.content["application/json"].examples ?? { none: undefined };
        return Object.entries(examples).map(([example, reference]) => {
          const body = reference && Reflect.get(componentOf(reference), "value");
          return { operationId: operation.operationId, example, request, body, success, response };
        });
      }),
  );
}

function withExamples(template: string, parameters: Reference[]): string {
  return parameters
    .map((reference) => componentOf(reference) as { name: string; example: string })
    .reduce((path, { name, example }) => path.replace(`{${name}}`, encodeURIComponent(example)), template);
}

function componentOf({ $ref }: Reference): object {
  const [, , kind = "", name = ""] = $ref.split("/");
  return Reflect.get(Reflect.get(components, kind), name);
}

const inOrder = [...requestsOf(external), ...requestsOf(campaigns)];

/** The requests that the documents show. What an example is about must be there: deletions come last, wherever the documents have them. */
export const documentRequests = inOrder.sort((one, other) => Number(isDeletion(one)) - Number(isDeletion(other)));

function isDeletion({ request }: ExampleRequest): boolean {
  return request.startsWith("DELETE ");
}
