/** Files that the browser saves. */
import { useMutation } from "@tanstack/react-query";
import { stringify } from "csv-stringify/browser/esm/sync";
import { Download } from "lucide-react";
import { Button } from "./button.tsx";
import { errorFacts } from "./error-state.tsx";
import { showToast } from "./toasts.tsx";

/** Saves a file. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A button that saves rows as CSV. They are read when it is pressed. */
export function DownloadCsv({
  name,
  isDisabled,
  readRows,
}: {
  name: string;
  isDisabled: boolean;
  readRows: () => Promise<readonly object[]>;
}) {
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      // A spreadsheet would compute a text that begins as a formula.
      const text = stringify([...(await readRows())], { header: true, bom: true, escape_formulas: true });
      saveFile(new Blob([text], { type: "text/csv" }), `${name}.csv`);
    },
    onError: (error) => showToast("The calls were not read", errorFacts(error).message),
  });
  return (
    <Button disabled={isPending || isDisabled} icon={<Download size={15} aria-hidden />} onClick={() => mutate()}>
      Download CSV
    </Button>
  );
}
