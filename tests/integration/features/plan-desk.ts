/**
 * Shared by the tests of plans and rehearsals: a portal, the application of rehearsals, jobs in this process or in one that is killed,
 * plans prepared, started and awaited.
 */
import { settleOperation } from "#lib/features/operations/settling.ts";
import { rehearsePlan } from "#lib/features/plans/rehearsing.ts";
import { planCommands } from "#lib/features/plans/kind.ts";
import { preparePlan } from "#lib/features/plans/drafts.ts";
import { runPlan } from "#lib/features/plans/jobs.ts";
import {
  getPlanDetails,
  listPlanSteps,
  type PlanView,
  type PlanStepView,
} from "#lib/features/plans/queries.ts";
import { REHEARSAL_CLIENT_ID, rehearsalSecret } from "#lib/features/rehearsals/application.ts";
import { rehearse } from "#lib/features/rehearsals/jobs.ts";
import type { RehearsalView } from "#lib/features/rehearsals/queries.ts";
import { SCOPES } from "#lib/service/contract/scopes.ts";
import { createServiceJobs } from "#lib/service/server/ingest/jobs.ts";
import { ensureApplication } from "#lib/service/server/oauth/applications.ts";
import { getStorage } from "#lib/storage/instance.ts";
import { until, askUntilNoLonger } from "#tests/support/until.ts";
import { kill, useWorkers } from "#tests/support/worker-process.ts";
import { useJobs } from "./jobs.ts";
import { formKey, usePortal } from "./portal.ts";

/** Starts a portal for the tests of one file; jobs run only where a test starts them. */
export async function usePlanDesk() {
  const portal = await usePortal();
  const sanne = await portal.actor();
  const jobs = useJobs(() => ({
    ...createServiceJobs({ db: portal.db, storage: getStorage() }),
    "portal.run-plan": runPlan,
    "portal.rehearse": rehearse,
  }));
  const startWorker = useWorkers("invite-worker");

  const application = { clientId: REHEARSAL_CLIENT_ID, secret: rehearsalSecret(), scopes: SCOPES };
  await ensureApplication({ ...application, name: "Portico rehearsal", isRehearsal: true }, portal.db);

  const desk = {
    portal,
    sanne,

    work: jobs.start,

    /** A separate process that works until `isEnough`, and is then killed with kill -9. */
    workUntil: async (what: string, isEnough: () => Promise<boolean>): Promise<void> => {
      const child = await startWorker();
      await until(what, isEnough);
      await kill(child);
    },

    prepareFile: (plan: unknown, key = formKey(), actor = sanne): Promise<string> =>
      preparePlan(actor, {
        key,
        connectionId: portal.connectionId,
        file: { name: "plan.json", bytes: Buffer.from(JSON.stringify(plan)) },
      }),

    start: async (plan: unknown): Promise<string> => {
      const id = await desk.prepareFile(plan);
      await planCommands.start(sanne, id);
      return id;
    },

    plan: async (id: string): Promise<PlanView> => (await getPlanDetails(sanne, id)).plan,

    steps: async (id: string): Promise<PlanStepView[]> => (await listPlanSteps(sanne, { planId: id })).steps,

    /** Waits until the plan is no longer being carried out automatically. */
    stopped: (id: string): Promise<PlanView> =>
      askUntilNoLonger("the plan has stopped", "RUNNING", () => desk.plan(id)),

    rehearsed: async (id: string): Promise<RehearsalView> => {
      await rehearsePlan(sanne, id);
      return desk.rehearsalEnd(id);
    },

    rehearsalEnd: (id: string): Promise<RehearsalView> =>
      until("the rehearsal has ended", async () => {
        const { rehearsal } = await getPlanDetails(sanne, id);
        return rehearsal?.endedAt === null ? null : rehearsal;
      }),

    /** The service's Cloud of this name with its contents. */
    atService: async (name: string) => {
      const clouds = await portal.db.serviceCloud.findMany({
        where: { name },
        include: { projects: { orderBy: { id: "asc" } }, invitations: { orderBy: { id: "asc" } } },
      });
      return {
        clouds: clouds.length,
        projects: clouds.flatMap((cloud) => cloud.projects),
        people: clouds.flatMap((cloud) => cloud.invitations).map(({ email }) => email),
      };
    },

    /** A person settles the uncertain operation as done, under this number at the service. */
    settle: (operationId: string, serviceId: number, note = ""): Promise<unknown> =>
      settleOperation(sanne, { id: operationId, decision: "exists", serviceId, note }),

    /** Waits until everything is carried out, by itself. */
    ended: (id: string): Promise<boolean> =>
      until("it has ended", async () => (await desk.plan(id)).state === "ENDED"),

    attempts: (planId: string): Promise<number> =>
      portal.db.attempt.count({ where: { operation: { planStep: { planId } } } }),
  };
  return desk;
}

/** A name that no other test has. */
export function uniqueName(name: string): string {
  return `${name} ${formKey().slice(0, 8)}`;
}
