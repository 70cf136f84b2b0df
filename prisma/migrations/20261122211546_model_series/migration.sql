-- CreateTable
CREATE TABLE "model_series" (
    "id" UUID NOT NULL,
    "project_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "history_mark" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "model_series_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "model_version" (
    "project_id" UUID NOT NULL,
    "model_service_id" BIGINT NOT NULL,
    "series_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "rank" INTEGER NOT NULL,
    "document_service_id" BIGINT,
    "file_name" TEXT NOT NULL,
    "added_at" TIMESTAMPTZ(3),
    "added_by_name" TEXT,
    "missing_since" TIMESTAMPTZ(3),

    CONSTRAINT "model_version_pkey" PRIMARY KEY ("project_id","model_service_id")
);

-- CreateIndex
CREATE INDEX "model_series_project_id_idx" ON "model_series"("project_id");

-- CreateIndex
CREATE UNIQUE INDEX "model_version_series_id_number_key" ON "model_version"("series_id", "number");

-- AddForeignKey
ALTER TABLE "model_series" ADD CONSTRAINT "model_series_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_version" ADD CONSTRAINT "model_version_series_id_fkey" FOREIGN KEY ("series_id") REFERENCES "model_series"("id") ON DELETE CASCADE ON UPDATE CASCADE;
