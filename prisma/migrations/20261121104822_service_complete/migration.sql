-- CreateEnum
CREATE TYPE "ServiceDeliveryState" AS ENUM ('WAITING', 'DELIVERED', 'FAILED');

-- AlterTable
ALTER TABLE "service_application" ADD COLUMN     "clouds_max" INTEGER,
ADD COLUMN     "redirect_rules" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "storage_bytes_max" BIGINT;

-- AlterTable
ALTER TABLE "service_secret" ADD COLUMN     "hint" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "service_cloud_application" ADD COLUMN     "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "service_model" ADD COLUMN     "cancelled_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "service_webhook" (
    "id" SERIAL NOT NULL,
    "cloud_id" INTEGER NOT NULL,
    "application_id" INTEGER NOT NULL,
    "events" TEXT[],
    "url" TEXT NOT NULL,
    "secret_cipher" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "service_webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_webhook_delivery" (
    "id" UUID NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "event" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "state" "ServiceDeliveryState" NOT NULL DEFAULT 'WAITING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "status" INTEGER,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_tried_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "service_webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "service_webhook_cloud_id_idx" ON "service_webhook"("cloud_id");

-- CreateIndex
CREATE INDEX "service_webhook_application_id_idx" ON "service_webhook"("application_id");

-- CreateIndex
CREATE INDEX "service_webhook_delivery_webhook_id_created_at_idx" ON "service_webhook_delivery"("webhook_id", "created_at");

-- AddForeignKey
ALTER TABLE "service_webhook" ADD CONSTRAINT "service_webhook_cloud_id_fkey" FOREIGN KEY ("cloud_id") REFERENCES "service_cloud"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_webhook" ADD CONSTRAINT "service_webhook_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "service_application"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_webhook_delivery" ADD CONSTRAINT "service_webhook_delivery_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "service_webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;
