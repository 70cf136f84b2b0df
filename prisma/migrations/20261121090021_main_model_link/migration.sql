-- A model that was deleted before this constraint existed may still be named.
UPDATE "service_project" SET "main_model_id" = NULL
WHERE "main_model_id" IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM "service_model" WHERE "service_model"."id" = "service_project"."main_model_id");

-- CreateIndex
CREATE INDEX "service_project_main_model_id_idx" ON "service_project"("main_model_id");

-- AddForeignKey
ALTER TABLE "service_project" ADD CONSTRAINT "service_project_main_model_id_fkey" FOREIGN KEY ("main_model_id") REFERENCES "service_model"("id") ON DELETE SET NULL ON UPDATE CASCADE;
