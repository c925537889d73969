/** The fields of a configuration that the specification does not have. The page shows them as they are. */

const known = {
  category: [
    ["id", "name", "description", "icon", "createdAt", "updatedAt", "intendedPurpose", "additionalLLMContext"],
    ["possibleOutcomes", "analysisPointers", "extractionFields", "targetingRules", "tagTargets"],
  ].flat(),
  section: ["id", "sectionId", "sectionName", "criterias"],
  criterion: ["id", "criteriaId", "question"],
  outcome: ["id", "label", "description", "isSuccess", "isNotApplicable"],
  field: ["id", "fieldName", "displayName", "fieldType", "enumOptions", "enumValues", "description", "required"],
  rule: ["targetType", "targetId", "expression"],
  tag: ["id", "slug", "displayName"],
} as const;

/** Every field with its value that is no known field of this part. */
export function unknownFields(part: keyof typeof known, item: object): [name: string, value: unknown][] {
  const names: readonly string[] = known[part];
  return Object.entries(item).filter(([name]) => !names.includes(name));
}
