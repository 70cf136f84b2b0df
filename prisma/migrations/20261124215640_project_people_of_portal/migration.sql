-- AlterEnum
ALTER TYPE "OperationKind" ADD VALUE 'INVITE_TO_PROJECT';

-- AlterTable
ALTER TABLE "project" ADD COLUMN     "people_read_at" TIMESTAMPTZ(3),
ADD COLUMN     "people_tried_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "project_member" (
    "project_id" UUID NOT NULL,
    "service_id" BIGINT NOT NULL,
    "address" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" INTEGER,
    "found_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_at" TIMESTAMPTZ(3),
    "is_removed" BOOLEAN NOT NULL DEFAULT false,
    "leaving_until" TIMESTAMPTZ(3),

    CONSTRAINT "project_member_pkey" PRIMARY KEY ("project_id","service_id")
);

-- CreateTable
CREATE TABLE "project_invitation" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "service_id" BIGINT,
    "role" INTEGER,
    "state" "InvitationState" NOT NULL,
    "evidence" TEXT NOT NULL,
    "evidence_said" JSONB,
    "state_since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "mails_asked" INTEGER NOT NULL DEFAULT 0,
    "last_mail_at" TIMESTAMPTZ(3),
    "listed_at" TIMESTAMPTZ(3),
    "joined_at" TIMESTAMPTZ(3),
    "erased_at" TIMESTAMPTZ(3),
    "created_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_invitation_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "project_member_address_idx" ON "project_member"("address");

-- CreateIndex
CREATE INDEX "project_invitation_address_idx" ON "project_invitation"("address");

-- CreateIndex
CREATE INDEX "project_invitation_state_state_since_idx" ON "project_invitation"("state", "state_since");

-- CreateIndex
CREATE INDEX "project_invitation_created_by_id_idx" ON "project_invitation"("created_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "project_invitation_project_id_address_key" ON "project_invitation"("project_id", "address");

-- AddForeignKey
ALTER TABLE "project_member" ADD CONSTRAINT "project_member_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_invitation" ADD CONSTRAINT "project_invitation_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
