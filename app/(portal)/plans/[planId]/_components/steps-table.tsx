import type { ReactNode } from "react";
import { EditAddress } from "#app/_features/batches/edit-row.tsx";
import { OperationLink } from "#app/_features/batches/operation-link.tsx";
import { OUTCOME_TONES } from "#app/_features/batches/outcome-tones.ts";
import { rehearsalColumns } from "#app/_features/batches/rehearsal-note.tsx";
import { ChooseButton } from "#app/_features/batches/choose-button.tsx";
import { DataTable } from "#app/_ui/data-table/data-table.tsx";
import { formatFileSize } from "#app/_ui/format/file-size.ts";
import { marked } from "#app/_ui/marked.ts";
import { Link } from "#app/_ui/primitives/link.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { DOT, dotted } from "#lib/core/language/dotted.ts";
import { told } from "#lib/core/language/kept-texts.ts";
import { t } from "#lib/core/texts.ts";
import { OUTCOME_WORDS } from "#lib/features/batches/outcomes.ts";
import type { PlanStepView } from "#lib/features/plans/queries.ts";
import { chooseStepAction, correctPersonAction } from "../../actions.ts";
import { FileButton } from "./file-button.tsx";
import { KINDS } from "./words.ts";

/** Indents by the depth of a project; deeper ones are not indented further. */
const INDENTS = ["", "pl-0", "pl-5", "pl-10", "pl-15"] as const;

/** The steps of a plan: the rehearsal's answers while it is a draft, the outcomes afterwards. */
export function StepsTable({
  planId,
  steps,
  isDraft,
  isRehearsed,
  mayAct,
}: {
  planId: string;
  steps: readonly PlanStepView[];
  isDraft: boolean;
  isRehearsed: boolean;
  mayAct: boolean;
}): ReactNode {
  return (
    <DataTable
      label={t("Steps")}
      rows={steps}
      rowKey={(step) => step.id}
      columns={[
        { head: t("Step"), grow: true, cell: (step) => <StepName step={step} isDraft={isDraft} /> },
        ...rehearsalColumns<PlanStepView>(isRehearsed),
        ...(isDraft ? [] : [{ head: t("State"), cell: (step: PlanStepView) => <LiveState step={step} /> }]),
        {
          head: isDraft ? t("Choice") : t("Operation"),
          actionsOf: ({ title }) => title,
          cell: (step) => {
            if (!isDraft) return <OperationLink row={step} name={step.title} />;
            const isPerson = step.kind === "INVITE";
            if (!mayAct || !(step.canChoose || isPerson)) return step.isIncluded ? "" : t("Left out");
            return (
              <div className="flex flex-wrap items-start justify-end gap-2 sm:flex-nowrap">
                {isPerson && (
                  <EditAddress
                    // What was proposed before the row became another is not offered as what it says.
                    key={step.suggestion ?? step.title}
                    action={correctPersonAction}
                    of={{ stepId: step.id }}
                    name={step.title}
                    typed={step.title}
                    proposal={step.suggestion ?? step.title}
                  />
                )}
                {step.kind === "UPLOAD" && step.isIncluded && (
                  <FileButton
                    planId={planId}
                    stepId={step.id}
                    fileName={step.title}
                    hasFile={step.fileBytes !== null}
                  />
                )}
                {step.canChoose && (
                  <ChooseButton
                    action={chooseStepAction}
                    of={{ stepId: step.id }}
                    name={step.title}
                    isIncluded={step.isIncluded}
                    take={t("Include")}
                  />
                )}
              </div>
            );
          },
        },
      ]}
    />
  );
}

function StepName({ step, isDraft }: { step: PlanStepView; isDraft: boolean }): ReactNode {
  const { title, madeHref, kind, depth, roleWords, ofProject, fileBytes } = step;
  const below = [
    ofProject === null ? t(KINDS[kind]) : t("Model of {project}", { project: ofProject }),
    kind === "UPLOAD" &&
      isDraft &&
      (fileBytes === null ? t("no file chosen yet") : formatFileSize(fileBytes)),
    roleWords,
    isDraft && step.detail !== null && told(step.detail),
  ].filter((text) => typeof text === "string");
  return (
    <div className={INDENTS[Math.min(depth, INDENTS.length - 1)]}>
      {madeHref === null ? (
        <span className="[overflow-wrap:anywhere]">{wrapped(title)}</span>
      ) : (
        <Link className="link" href={madeHref}>
          {marked(title)}
        </Link>
      )}
      <small>
        {isDraft && !step.isIncluded && (
          <>
            <State tone="warn">{t("Left out")}</State>
            {below.length > 0 && DOT}
          </>
        )}
        {marked(dotted(...below))}
      </small>
    </div>
  );
}

function LiveState({ step: { outcome, detail, isPassed } }: { step: PlanStepView }): ReactNode {
  const passed = isPassed ? t("The plan continued without this step.") : null;
  const sentences = [passed, detail === null ? null : told(detail)]
    .filter((text) => text !== null && text !== "")
    .join(" ");
  return (
    <State tone={OUTCOME_TONES[outcome]} detail={sentences !== "" && sentences}>
      {t(OUTCOME_WORDS[outcome])}
    </State>
  );
}
