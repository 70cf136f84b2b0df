-- AlterTable
ALTER TABLE "service_user" ADD COLUMN     "totp_cipher" BYTEA,
ADD COLUMN     "totp_since" TIMESTAMPTZ(3),
ADD COLUMN     "totp_step" INTEGER;

-- CreateTable
CREATE TABLE "service_password_reset" (
    "user_id" INTEGER NOT NULL,
    "token_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "service_password_reset_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "service_recovery_code" (
    "id" UUID NOT NULL,
    "user_id" INTEGER NOT NULL,
    "code_hash" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "service_recovery_code_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "service_password_reset_token_hash_key" ON "service_password_reset"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "service_recovery_code_user_id_code_hash_key" ON "service_recovery_code"("user_id", "code_hash");

-- AddForeignKey
ALTER TABLE "service_password_reset" ADD CONSTRAINT "service_password_reset_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "service_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_recovery_code" ADD CONSTRAINT "service_recovery_code_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "service_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
