// The proxy as a worker of workerd.
import { handlerFor } from "./handler.mjs";

let handler;

export default {
  fetch(request, { SERVICE }, context) {
    handler ??= handlerFor(SERVICE);
    const response = handler(request);
    // A creation goes on when the browser has gone.
    context.waitUntil(response);
    return response;
  },
};
