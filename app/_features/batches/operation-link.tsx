import type { ReactNode } from "react";
import { Link } from "#app/_ui/primitives/link.tsx";
import { rich } from "#app/_ui/rich.tsx";
import type { StepOutcome } from "#lib/features/batches/outcomes.ts";

/** Leads to the operation that a row became, to settle it while its outcome is uncertain. `name`: what people call the row. */
export function OperationLink({
  row: { operationHref, outcome },
  name,
}: {
  row: { operationHref: string | null; outcome: StepOutcome };
  name: string;
}): ReactNode {
  if (operationHref === null) return "";
  return (
    <Link className="link text-13" href={operationHref}>
      {outcome === "UNKNOWN" || outcome === "DONE_ID_LOST"
        ? rich("Settle<sr> {name}</sr>", { name })
        : rich("View operation<sr> for {name}</sr>", { name })}
    </Link>
  );
}
