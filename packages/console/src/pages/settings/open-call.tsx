import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/page.tsx";
import { TextField } from "../../ui/text-field.tsx";

/** Opens any call by its id: the real service cannot list calls. */
export function OpenCall() {
  const navigate = useNavigate();
  const [id, setId] = useState("");
  return (
    <Panel title="Open a call">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ to: "/calls/$callId", params: { callId: id.trim() } });
        }}
        className="flex items-end gap-2 p-4"
      >
        <div className="min-w-0 flex-1">
          <TextField
            label="Id of the call"
            autoComplete="off"
            required
            pattern=".*\S.*"
            value={id}
            onChange={({ target }) => setId(target.value)}
            className="font-mono"
          />
        </div>
        <Button type="submit" className="h-9">
          Open
        </Button>
      </form>
    </Panel>
  );
}
