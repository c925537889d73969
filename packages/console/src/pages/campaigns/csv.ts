/** Reads the text of a CSV (RFC 4180): a cell in quotation marks may have delimiters, line ends, and doubled marks. */

/** A row of the file. An empty line is a row with one empty cell. */
export interface CsvRow {
  cells: readonly string[];
  /** What is wrong with its quotation marks; undefined for nothing. */
  problem: string | undefined;
}

interface Cell {
  text: string;
  /** Where the cell ends in the file. */
  end: number;
  problem?: string | undefined;
}

/**
 * The rows of a CSV, one after the other. Lines may end by LF, CRLF or CR, and a byte order mark is left out.
 *
 * @param delimiter one character
 */
export function* csvRows(text: string, delimiter: string): Generator<CsvRow> {
  const plain = new RegExp(`[^${delimiter}\\r\\n]*`, "y");
  let position = text.startsWith("\u{feff}") ? 1 : 0;
  let cells: string[] = [];
  let problem: string | undefined;
  for (;;) {
    const cell = cellAt(text, position, plain);
    cells.push(cell.text);
    problem ??= cell.problem;
    position = cell.end;
    if (text[position] === delimiter) {
      position += 1;
      continue;
    }
    yield { cells, problem };
    if (position === text.length) return;
    position += text.startsWith("\r\n", position) ? 2 : 1;
    cells = [];
    problem = undefined;
  }
}

function cellAt(text: string, start: number, plain: RegExp): Cell {
  if (text[start] !== '"') return plainCellAt(text, start, plain);
  const quoted = quotedCellAt(text, start + 1);
  const behind = plainCellAt(text, quoted.end, plain);
  const problem = behind.text.trim() === "" ? undefined : "There is text behind a closing quotation mark.";
  return { text: quoted.text + behind.text, end: behind.end, problem: quoted.problem ?? problem };
}

function plainCellAt(text: string, start: number, plain: RegExp): Cell {
  plain.lastIndex = start;
  const found = plain.exec(text)?.[0] ?? "";
  return { text: found, end: start + found.length };
}

/** @param start the place behind the opening mark */
function quotedCellAt(text: string, start: number): Cell {
  let mark = text.indexOf('"', start);
  while (mark !== -1 && text[mark + 1] === '"') mark = text.indexOf('"', mark + 2);
  const isClosed = mark !== -1;
  const found = text.slice(start, isClosed ? mark : undefined).replaceAll('""', '"');
  if (isClosed) return { text: found, end: mark + 1 };
  return { text: found, end: text.length, problem: "A quotation mark is not closed." };
}
