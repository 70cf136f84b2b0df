/** Everything that the embedded service has carried out, read from its database: the ground truth of the fault tests. */
import type { OperationKind, PrismaClient } from "#lib/db/client.ts";

/** `subject` is the same for an operation and its effects; `id` is the service's answer for it. */
export type Effect = { subject: string; id: number };

/** E.g. "CREATE_PROJECT /cloud/7/project “Blok A”". */
export function subjectOf(operation: { kind: OperationKind; path: string; title: string }): string {
  return `${operation.kind} ${operation.path} “${operation.title}”`;
}

/** One entry for each cloud, project, document, and email of an invitation. */
export async function listEffects(db: PrismaClient): Promise<Effect[]> {
  const [clouds, projects, documents, invitations, mails] = await Promise.all([
    db.serviceCloud.findMany({ where: { isDefault: false } }),
    db.serviceProject.findMany(),
    db.serviceDocument.findMany({ include: { project: { select: { cloudId: true } } } }),
    db.serviceInvitation.findMany(),
    db.outboxMail.groupBy({ by: ["recipient"], _count: true }),
  ]);
  const mailsTo = new Map(mails.map(({ recipient, _count }) => [recipient.toLowerCase(), _count]));
  return [
    ...clouds.map(({ id, name }) => effect("CREATE_CLOUD", "/cloud", name, id)),
    ...projects.map(({ id, name, cloudId }) =>
      effect("CREATE_PROJECT", `/cloud/${String(cloudId)}/project`, name, id),
    ),
    ...documents.map(({ id, fileName, projectId, project }) =>
      effect(
        "UPLOAD",
        `/cloud/${String(project.cloudId)}/project/${String(projectId)}/document`,
        fileName,
        id,
      ),
    ),
    // Every email is an effect; so is an invitation without one.
    ...invitations.flatMap(({ id, email, cloudId }) =>
      Array.from({ length: Math.max(1, mailsTo.get(email.toLowerCase()) ?? 0) }, () =>
        effect("INVITE", `/cloud/${String(cloudId)}/invitation`, email, id),
      ),
    ),
  ];
}

function effect(kind: OperationKind, path: string, title: string, id: number): Effect {
  return { subject: subjectOf({ kind, path, title }), id };
}
