/** The part of the specification that a statement is from, such as `section 4, POST /calls.6` for `4.POST /calls.6`. */
export function sectionOf(statementId: string): string {
  return `section ${statementId.replace(".", ", ")}`;
}
