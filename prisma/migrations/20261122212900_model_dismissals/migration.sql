-- CreateTable
CREATE TABLE "model_dismissal" (
    "project_id" UUID NOT NULL,
    "model_service_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "failed_at" TEXT,
    "error" TEXT,
    "actor_name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "model_dismissal_pkey" PRIMARY KEY ("project_id","model_service_id")
);

-- CreateIndex
CREATE INDEX "cloud_missing_since_idx" ON "cloud"("missing_since");

-- CreateIndex
CREATE INDEX "project_missing_since_idx" ON "project"("missing_since");

-- AddForeignKey
ALTER TABLE "model_dismissal" ADD CONSTRAINT "model_dismissal_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
