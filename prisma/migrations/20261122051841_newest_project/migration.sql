-- CreateIndex
CREATE INDEX "project_created_at_idx" ON "project"("created_at");
