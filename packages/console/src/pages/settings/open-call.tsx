import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/form-fields.tsx";
import { Panel } from "../../ui/page.tsx";

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
          <TextField label="Id of the call" required pattern=".*\S.*" value={id} onChange={setId} isCode />
        </div>
        <Button type="submit" className="h-9">
          Open
        </Button>
      </form>
    </Panel>
  );
}
