import { defineConfig } from 'drizzle-kit';

// Tables only; roles, policies and functions are hand-written migrations (`npx drizzle-kit generate --custom --name …`).
export default defineConfig({ dialect: 'postgresql', schema: './db/schema/index.ts', out: './migrations' });
