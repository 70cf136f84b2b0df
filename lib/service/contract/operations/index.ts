/** Every operation of the service that an application may call, in the order of docs/service "Operations". */
import { cloudOperations } from "./clouds.ts";
import { documentOperations } from "./documents.ts";
import { elementOperations } from "./elements.ts";
import { invitationOperations } from "./invitations.ts";
import { modelOperations } from "./models.ts";
import type { Statement } from "./operation.ts";
import { projectInvitationOperations, projectUserOperations } from "./project-people.ts";
import { projectOperations } from "./projects.ts";
import { userOperations } from "./users.ts";
import { webhookOperations } from "./webhooks.ts";

export const contract = {
  ...cloudOperations,
  ...projectOperations,
  ...modelOperations,
  ...elementOperations,
  ...documentOperations,
  ...invitationOperations,
  ...userOperations,
  ...projectUserOperations,
  ...projectInvitationOperations,
  ...webhookOperations,
};

export type Contract = typeof contract;
export type OperationId = keyof Contract;

export type Operation = Statement & { id: OperationId };

const ids = Object.keys(contract) as OperationId[];

export const operations: readonly Operation[] = ids.map((id) => ({ id, ...contract[id] }));
