-- DropIndex
DROP INDEX "service_invitation_cloud_id_application_id_address_key";

-- AlterTable
ALTER TABLE "service_invitation" ADD COLUMN     "project_key" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "project_id" INTEGER;

-- CreateTable
CREATE TABLE "service_project_member" (
    "id" INTEGER NOT NULL,
    "project_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "role" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "service_project_member_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "service_project_member_user_id_idx" ON "service_project_member"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "service_project_member_project_id_user_id_key" ON "service_project_member"("project_id", "user_id");

-- CreateIndex
CREATE INDEX "service_invitation_project_id_idx" ON "service_invitation"("project_id");

-- CreateIndex
CREATE UNIQUE INDEX "service_invitation_cloud_id_application_id_address_project__key" ON "service_invitation"("cloud_id", "application_id", "address", "project_key");

-- AddForeignKey
ALTER TABLE "service_project_member" ADD CONSTRAINT "service_project_member_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "service_project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_project_member" ADD CONSTRAINT "service_project_member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "service_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_invitation" ADD CONSTRAINT "service_invitation_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "service_project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
