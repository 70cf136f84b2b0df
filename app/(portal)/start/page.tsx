import type { Metadata } from "next";
import type { ReactNode } from "react";
import { requirePage } from "#app/_server/page.ts";
import { Page } from "#app/_ui/frame/app-frame.tsx";
import { PageHead } from "#app/_ui/frame/page-head.tsx";
import { LinkButton } from "#app/_ui/primitives/button.tsx";
import { Note } from "#app/_ui/primitives/note.tsx";
import { State } from "#app/_ui/primitives/state.tsx";
import { isAllowed } from "#lib/auth/actor.ts";
import type { SignedInActor } from "#lib/auth/session.ts";
import { newId } from "#lib/core/ids.ts";
import { getFirstSteps, type FirstSteps } from "#lib/features/start/first-steps.ts";
import { FIRST_STEPS } from "#lib/features/start/steps.ts";
import { KeepFresh } from "../_components/keep-fresh.tsx";
import { PortalFrame } from "../_components/portal-frame.tsx";
import { MakeDemo } from "./_components/make-demo.tsx";
import { Step } from "./_components/step.tsx";

export const metadata: Metadata = { title: "First steps" };

/** The way from an empty installation to the first exported table; each step is read off what is there. */
export default async function StartPage(): Promise<ReactNode> {
  const actor = await requirePage("/start");
  const steps = await getFirstSteps(actor);
  const isOver = steps.done === FIRST_STEPS;
  const nextOf = (isDone: boolean, isReached: boolean): "done" | "next" | "later" =>
    isDone ? "done" : isReached ? "next" : "later";
  return (
    <PortalFrame crumbs={[{ label: "First steps" }]}>
      <Page>
        <PageHead
          title="First steps"
          facts={[
            `${String(steps.done)} of ${String(FIRST_STEPS)} done`,
            isOver
              ? "nothing is left to do here"
              : "leave at any time; find-or-do (Ctrl K) leads back under “First steps”",
          ]}
          actions={<LinkButton href="/">{isOver ? "Go to the overview" : "Leave for now"}</LinkButton>}
        />
        <ol className="divide-y divide-line rounded-2 border border-line-strong bg-surface">
          <Step n={1} title="Your account" state="done">
            <p>
              You are signed in as {actor.email}. A second factor and colleagues can follow at any time, under
              “Sign-in and security” and “Staff”.
            </p>
          </Step>
          <Step
            n={2}
            title="A service"
            state={nextOf(steps.service.isDone, true)}
            actions={<ServiceActions steps={steps} actor={actor} />}
          >
            <ServiceWords service={steps.service} />
          </Step>
          <Step
            n={3}
            title="A Cloud with a building model"
            state={nextOf(steps.isModelReady, steps.service.isDone)}
            actions={<CloudActions steps={steps} actor={actor} />}
          >
            <CloudWords steps={steps} />
          </Step>
          <Step
            n={4}
            title="The first export"
            state={nextOf(steps.isExported, steps.isModelReady)}
            actions={
              steps.isModelReady && steps.model !== null ? (
                <LinkButton href={steps.model.href} variant={steps.isExported ? "default" : "primary"}>
                  Open the elements of the model
                </LinkButton>
              ) : undefined
            }
          >
            <p>
              {steps.isExported
                ? "A table was exported and read back, cell by cell. All runs are under Exports."
                : "Choose a class of elements, for instance doors, and export its table: Portico reads the file back and compares it before it offers it."}
            </p>
          </Step>
        </ol>
      </Page>
    </PortalFrame>
  );
}

function ServiceWords({ service }: { service: FirstSteps["service"] }): ReactNode {
  return (
    <p>
      {service.builtinId !== null &&
        "The built-in service runs on this server; it is complete, and yours to try. "}
      {service.liveNames.length > 0
        ? `Connected and checked: ${service.liveNames.join(", ")}.`
        : "A live service is connected with its address and credentials; each rung of the check says what was expected and what came, and nothing is created by it."}
    </p>
  );
}

type Given = { steps: FirstSteps; actor: SignedInActor };

function ServiceActions({ steps, actor }: Given): ReactNode {
  if (!isAllowed(actor, "connection:manage")) return null;
  return (
    <LinkButton href="/connections/new" variant={steps.service.isDone ? "default" : "primary"}>
      Connect a live service
    </LinkButton>
  );
}

function CloudWords({ steps }: { steps: FirstSteps }): ReactNode {
  const { cloud, model, isModelReady } = steps;
  if (model === null) {
    return (
      <p>
        {cloud === null
          ? "The demo Cloud holds a project with a real house of two storeys. Or create a Cloud of your own, a project in it, and upload an IFC file there."
          : `${cloud.name} stands. It needs a project with a model: upload an IFC file there.`}
      </p>
    );
  }
  if (isModelReady) {
    return (
      <p>
        {model.name} is ready, in {cloud?.name}.
      </p>
    );
  }
  if (model.state === "failed" || model.state === "wontFix") {
    return (
      <Note tone="bad" title={`${model.name}: ${model.words}`}>
        {model.error === null ? "The service says no more." : `“${model.error}”`} Upload another file.
      </Note>
    );
  }
  return (
    <p>
      <KeepFresh />
      <State tone="progress">
        {model.name}: {model.words}. The service reads it; that takes some seconds.
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
            Create a Cloud of your own
          </LinkButton>
        )
      ) : (
        <LinkButton href={href}>Go to {cloud.projectId === null ? "the Cloud" : "the project"}</LinkButton>
      )}
    </>
  );
}
