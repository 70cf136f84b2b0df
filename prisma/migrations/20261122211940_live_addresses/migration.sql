-- CreateTable
CREATE TABLE "live_address" (
    "id" UUID NOT NULL,
    "owner_id" UUID NOT NULL,
    "view_id" TEXT NOT NULL,
    "project_id" UUID NOT NULL,
    "model_service_id" BIGINT NOT NULL,
    "columns" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "fixed_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "live_address_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "live_address_owner_id_used_at_idx" ON "live_address"("owner_id", "used_at");

-- CreateIndex
CREATE INDEX "live_address_project_id_idx" ON "live_address"("project_id");

-- CreateIndex
CREATE UNIQUE INDEX "live_address_owner_id_view_id_project_id_model_service_id_key" ON "live_address"("owner_id", "view_id", "project_id", "model_service_id");

-- AddForeignKey
ALTER TABLE "live_address" ADD CONSTRAINT "live_address_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "live_address" ADD CONSTRAINT "live_address_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;
