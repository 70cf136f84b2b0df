-- AlterTable
ALTER TABLE "staff" ADD COLUMN     "totp_cipher" BYTEA,
ADD COLUMN     "totp_since" TIMESTAMPTZ(3),
ADD COLUMN     "totp_step" INTEGER;

-- AlterTable
ALTER TABLE "staff_session" ADD COLUMN     "device" TEXT NOT NULL DEFAULT 'a browser',
ADD COLUMN     "network" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "outbox_mail" ADD COLUMN     "is_for_staff" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "mailbox_message" ADD COLUMN     "is_for_staff" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "staff_invitation" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "open_key" TEXT,
    "role" "StaffRole" NOT NULL,
    "token_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "invited_by_id" UUID NOT NULL,
    "invited_by_name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "outbox_id" UUID NOT NULL,
    "mails_asked" INTEGER NOT NULL DEFAULT 1,
    "accepted_at" TIMESTAMPTZ(3),
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "staff_invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "password_reset" (
    "staff_id" UUID NOT NULL,
    "token_hash" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "password_reset_pkey" PRIMARY KEY ("staff_id")
);

-- CreateTable
CREATE TABLE "recovery_code" (
    "id" UUID NOT NULL,
    "staff_id" UUID NOT NULL,
    "code_hash" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "second_factor_rule" (
    "role" "StaffRole" NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "second_factor_rule_pkey" PRIMARY KEY ("role")
);

-- CreateIndex
CREATE UNIQUE INDEX "staff_invitation_open_key_key" ON "staff_invitation"("open_key");

-- CreateIndex
CREATE UNIQUE INDEX "staff_invitation_token_hash_key" ON "staff_invitation"("token_hash");

-- CreateIndex
CREATE INDEX "staff_invitation_created_at_idx" ON "staff_invitation"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "password_reset_token_hash_key" ON "password_reset"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "recovery_code_staff_id_code_hash_key" ON "recovery_code"("staff_id", "code_hash");

-- AddForeignKey
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_staff_id_fkey" FOREIGN KEY ("staff_id") REFERENCES "staff"("id") ON DELETE CASCADE ON UPDATE CASCADE;
