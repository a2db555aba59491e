ALTER TABLE "imports" DROP CONSTRAINT "imports_group";
--> statement-breakpoint
ALTER TABLE "imports" DROP CONSTRAINT "imports_subgroup";
--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_group" FOREIGN KEY ("tenant_id","group_id") REFERENCES "public"."groups"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_subgroup" FOREIGN KEY ("tenant_id","subgroup_id") REFERENCES "public"."subgroups"("tenant_id","id") ON DELETE cascade ON UPDATE no action;