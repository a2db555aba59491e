ALTER TABLE "reports" ADD COLUMN "tenant_colors" boolean DEFAULT false NOT NULL;
