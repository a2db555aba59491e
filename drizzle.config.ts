import { defineConfig } from 'drizzle-kit';

// For drizzle-kit's own commands. Migrations are written by `npm run db:migration`, which adds functions, policies and grants
// (db/README.md).
export default defineConfig({ dialect: 'postgresql', schema: './db/schema/index.ts', out: './migrations' });
