/** Rows of `ASSUMPTIONS.md` that no request of a case can show, each with the reason. */
export const unobservable: Readonly<Record<string, string>> = {
  "recording-limits": "Finding the limit would take recordings of unlimited size.",
  "recording-lifetime": "A recording would have to be watched for as long as it is kept.",
  "magic-inputs": "They are the fake's own: a service that knew them would be the fake.",
  "polling-interval": "A service that minds would have to be asked until it refuses.",
  "rate-limits": "A limit is found by exceeding it, which would harm others.",
  "key-scopes": "Keys are issued outside the interface.",
  "category-changes": "The interface cannot change a category.",
  events: "Nothing in the interface asks for events.",
};
