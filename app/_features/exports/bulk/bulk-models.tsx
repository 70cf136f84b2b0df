"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { Checkbox } from "#app/_ui/primitives/checkbox.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { Loading, Skeleton } from "#app/_ui/primitives/skeleton.tsx";
import { wrapped } from "#app/_ui/wrapped.ts";
import { t } from "#lib/core/texts.ts";
import type { ModelsShown, ModelView } from "#lib/features/models/schema.ts";

export type BulkModel = Pick<ModelView, "modelId" | "name" | "stateWords" | "isQueryable" | "type">;

function whyNot(type: BulkModel["type"], stateWords: string): string {
  return type !== null && type !== "IFC"
    ? t("{type}: has no elements", { type })
    : t("{state}: cannot be exported", { state: t(stateWords) });
}

/** The models of a project; those that can be exported are ticked. */
export function BulkModels({
  models,
  error,
}: {
  models: readonly BulkModel[];
  error: string | undefined;
}): ReactNode {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-13 font-medium">{t("Models")}</legend>
      <div className="grid max-h-[30vh] gap-1 overflow-y-auto rounded-2 border border-line px-3 py-2">
        {models.map(({ modelId, name, stateWords, isQueryable, type }) => (
          <Checkbox
            key={modelId}
            name="models"
            value={String(modelId)}
            defaultChecked={isQueryable}
            disabled={!isQueryable}
            label={<span className="[overflow-wrap:anywhere]">{wrapped(name)}</span>}
            hint={isQueryable ? t("Model {id}", { id: modelId }) : whyNot(type, stateWords)}
          />
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className="mt-1 text-12 text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The same, after loading them. */
export function AskedModels({
  projectId,
  error,
  onModels,
}: {
  projectId: string;
  error: string | undefined;
  /** Called with the models once loaded; keep it the same between renders. */
  onModels: (models: readonly BulkModel[]) => void;
}): ReactNode {
  const { data, error: trouble } = useQuery<ModelsShown>({ queryKey: [`/api/projects/${projectId}/models`] });
  useEffect(() => {
    if (data !== undefined) onModels(data.models);
  }, [data, onModels]);
  if (data !== undefined) return <BulkModels models={data.models} error={error} />;
  if (trouble === null)
    return (
      <Loading label={t("Reading the models")}>
        <Skeleton className="h-24" />
      </Loading>
    );
  return (
    <Note tone="bad" live title={t("The models could not be read.")} reference={trouble.reference}>
      {t("{message} Close this dialog and open it again to retry.", { message: trouble.message })}
    </Note>
  );
}
