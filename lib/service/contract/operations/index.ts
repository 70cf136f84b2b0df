/** Every operation of the service that an application may call, in the order of wire-facts.md. */
import { cloudOperations } from "./clouds.ts";
import { documentOperations } from "./documents.ts";
import { elementOperations } from "./elements.ts";
import { invitationOperations } from "./invitations.ts";
import { modelOperations } from "./models.ts";
import type { Operation } from "./operation.ts";
import { projectOperations } from "./projects.ts";
import { webhookOperations } from "./webhooks.ts";

export const operations: readonly Operation[] = [
  ...cloudOperations,
  ...projectOperations,
  ...modelOperations,
  ...elementOperations,
  ...documentOperations,
  ...invitationOperations,
  ...webhookOperations,
];
