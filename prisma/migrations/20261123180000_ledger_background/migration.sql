-- AlterTable
ALTER TABLE "cloud" ADD COLUMN     "invitations_tried_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "invitation" ADD COLUMN     "joined_at" TIMESTAMPTZ(3);

-- Those who are known to have been users of the Cloud, and since when as far as that is known.
UPDATE "invitation" SET "joined_at" = "state_since"
WHERE "state" = 'JOINED' OR ("state" = 'GONE' AND "evidence" = 'No longer among the users of the Cloud.');
