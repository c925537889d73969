/** The form of a text that was to be a date-time, in letters such as `yyyy-MM-dd HH:mm:ss`. Nothing of the text is in it. */

const yearFirst = /^\d{4}([-/.])(\d\d)\1(\d\d)(?=\D|$)/;
const yearLast = /^(\d\d)([-/.])(\d\d)\2\d{4}(?=\D|$)/;
const timeAndZone = /^(?:([T ])\d\d:\d\d(:\d\d(?:\.\d+)?)?)?( ?)(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** What a text has in place of the form of RFC 3339, to follow "and". */
export function foundDateForm(text: string): string {
  const time = timeForm(text.slice(10));
  const dates = dateForms(text);
  if (time === undefined || dates.length === 0) return "has another form";
  const form = dates.map((date) => `${date}${time.form}`).join(" or ");
  if (/^yyyy-MM-dd[T ]HH:mm:ss\S*(?:Z|hh:?mm)$/.test(form)) return "has a day or a time that does not exist";
  return `has the form ${form}${time.hasZone ? "" : ", without a zone"}`;
}

/** Where the order of day and month shows in no number, there are two. */
function dateForms(text: string): string[] {
  const [, separator] = yearFirst.exec(text) ?? [];
  if (separator !== undefined) return [["yyyy", "MM", "dd"].join(separator)];
  const [, first, between = "", second] = yearLast.exec(text) ?? [];
  const [dayFirst, monthFirst] = [["dd", "MM", "yyyy"].join(between), ["MM", "dd", "yyyy"].join(between)];
  if (first === undefined) return [];
  if (Number(first) > 12) return [dayFirst];
  return Number(second) > 12 ? [monthFirst] : [dayFirst, monthFirst];
}

function timeForm(text: string): { form: string; hasZone: boolean } | undefined {
  const match = timeAndZone.exec(text);
  if (!match) return undefined;
  const [, separator, seconds, blank, zone] = match;
  const time = separator === undefined ? "" : `${separator}HH:mm${seconds ? ":ss" : ""}`;
  const fraction = seconds?.includes(".") ? ".SSS" : "";
  const offset =
    zone
      ?.replace(/\d\d$/, "mm")
      .replace(/\d\d/, "hh")
      .replace(/^([+-])mm$/, "$1hh") ?? "";
  return { form: `${time}${fraction}${blank}${offset}`, hasZone: zone !== undefined };
}
