ALTER TABLE "visits" ALTER COLUMN "user_id" DROP NOT NULL;
--> statement-breakpoint
-- A visit of an embedded page to which no person belongs has no person; who looks at whose visits is as it was.
comment on column visits.user_id is 'null: an embedded page of a token without a person';
