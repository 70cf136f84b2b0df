import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/page-head.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import type { SignedInActor } from "#lib/auth/session.ts";
import { newId } from "#lib/core/ids.ts";
import { quoted } from "#lib/core/language/quoted.ts";
import { t } from "#lib/core/texts.ts";
import { getFirstSteps, isBeginning, type FirstSteps } from "#lib/features/start/first-steps.ts";
import { FIRST_STEPS } from "#lib/features/start/steps.ts";
import { KeepFresh } from "../_components/keep-fresh.tsx";
import { MakeDemo } from "./_components/make-demo.tsx";
import { Step } from "./_components/step.tsx";

export const generateMetadata = (): Metadata => ({ title: t("First steps") });

/** The setup from an empty installation to the first exported table; each step is derived from what exists. */
export default async function StartPage(): Promise<ReactNode> {
  const actor = await requirePage("/start");
  const steps = await getFirstSteps(actor, await isBeginning());
  const isOver = steps.done === FIRST_STEPS;
  const nextOf = (isDone: boolean, isReached: boolean): "done" | "next" | "later" =>
    isDone ? "done" : isReached ? "next" : "later";
  return (
    <Page
      title={t("First steps")}
      facts={[
        t("{done} of {total} done", { done: steps.done, total: FIRST_STEPS }),
        isOver
          ? t("setup is complete")
          : t("leave at any time; search (Ctrl K) for “First steps” to come back"),
      ]}
      actions={<LinkButton href="/">{isOver ? t("Go to the overview") : t("Continue later")}</LinkButton>}
    >
      <ol className="divide-y divide-line rounded-2 border border-line-strong bg-surface">
        <Step n={1} title={t("Your account")} state="done">
          <p>
            {t(
              "You are signed in as {email}. Add a second factor under “Sign-in and security” in your menu, and colleagues under “Staff”.",
              { email: actor.email },
            )}
          </p>
        </Step>
        <Step
          n={2}
          title={t("A service")}
          state={nextOf(steps.service.isDone, true)}
          actions={<ServiceActions steps={steps} actor={actor} />}
        >
          <ServiceWords service={steps.service} />
        </Step>
        <Step
          n={3}
          title={t("A Cloud with a building model")}
          state={nextOf(steps.isModelReady, steps.service.isDone)}
          actions={<CloudActions steps={steps} actor={actor} />}
        >
          <CloudWords steps={steps} />
        </Step>
        <Step
          n={4}
          title={t("The first export")}
          state={nextOf(steps.isExported, steps.isModelReady)}
          actions={
            steps.isModelReady && steps.model !== null ? (
              <LinkButton href={steps.model.href} variant={steps.isExported ? "default" : "primary"}>
                {t("Open the elements of the model")}
              </LinkButton>
            ) : undefined
          }
        >
          <p>
            {steps.isExported
              ? t("A table was exported and verified cell by cell. All exports are under Exports.")
              : t(
                  "Choose a class of elements, such as doors, and export its table. Portico verifies the file before you download it.",
                )}
          </p>
        </Step>
      </ol>
    </Page>
  );
}

function ServiceWords({ service }: { service: FirstSteps["service"] }): ReactNode {
  return (
    <p>
      {service.builtinId !== null &&
        `${t("The built-in service runs on this server. You can try everything with this service.")} `}
      {service.liveNames.length > 0
        ? t("Connected and checked: {names}.", { names: service.liveNames.join(", ") })
        : t(
            "For real Clouds, connect a live service with its address and credentials. The connection check creates nothing; each step says what was expected and what the service answered.",
          )}
    </p>
  );
}

type Given = { steps: FirstSteps; actor: SignedInActor };

function ServiceActions({ steps, actor }: Given): ReactNode {
  if (!isAllowed(actor, "connection:manage")) return null;
  return (
    <LinkButton href="/connections/new" variant={steps.service.isDone ? "default" : "primary"}>
      {t("Connect a live service")}
    </LinkButton>
  );
}

function CloudWords({ steps }: { steps: FirstSteps }): ReactNode {
  const { cloud, model, isModelReady } = steps;
  if (model === null) {
    return (
      <p>
        {cloud === null
          ? t(
              "The demo Cloud has a project with a real two-storey house. Or create your own Cloud and project, and upload an IFC file there.",
            )
          : t("{name} is created. Upload an IFC file to a project in it.", {
              name: cloud.name,
            })}
      </p>
    );
  }
  if (isModelReady) {
    return <p>{t("{name} is ready, in {cloudName}.", { name: model.name, cloudName: cloud?.name ?? "" })}</p>;
  }
  if (model.state === "failed" || model.state === "wontFix") {
    return (
      <Note tone="bad" title={`${model.name}: ${model.words}`}>
        {model.error === null ? t("The service gave no further details.") : quoted(model.error)}{" "}
        {t("Upload another file.")}
      </Note>
    );
  }
  return (
    <p>
      <KeepFresh />
      <State tone="progress">
        {t("{name}: {words}. The service is reading the file. This takes some seconds.", {
          name: model.name,
          words: model.words,
        })}
      </State>
    </p>
  );
}

function CloudActions({ steps, actor }: Given): ReactNode {
  const { cloud, model, service, isModelReady } = steps;
  const mayCreate = service.isDone && isAllowed(actor, "cloud:create");
  const isNext = mayCreate && !isModelReady;
  const href =
    cloud === null || cloud.projectId === null
      ? `/clouds/${cloud?.id ?? "new"}`
      : `/clouds/${cloud.id}/projects/${cloud.projectId}`;
  return (
    <>
      {mayCreate && service.builtinId !== null && model === null && (
        <MakeDemo formKey={newId()} isPrimary={isNext} />
      )}
      {cloud === null ? (
        mayCreate && (
          <LinkButton href={href} variant={service.builtinId === null ? "primary" : "default"}>
            {t("Create a Cloud of your own")}
          </LinkButton>
        )
      ) : (
        <LinkButton href={href}>
          {cloud.projectId === null ? t("Go to the Cloud") : t("Go to the project")}
        </LinkButton>
      )}
    </>
  );
}
