import { sql } from 'drizzle-orm';
import { raw } from '../../db/raw.ts';
import { AppError } from '../../domain/errors/catalogue.ts';
import type { Context } from './context.ts';
import type { Env } from './env.ts';
import { logLine } from './log.ts';

const readUnsafe = raw('role_check.unsafe', { unsafe: 'bool?' });
let checked: Promise<boolean> | null = null;

/** Checks once per isolate whether a database role bypasses row-level security; if one does, the Worker serves nothing. */
export async function refuseUnsafeRole(env: Env, ctx: Context): Promise<void> {
  checked ??= ask(ctx).catch((error) => {
    checked = null;
    throw error;
  });
  if (await checked) {
    logLine('error', 'role_bypasses_policies', { stage: env.STAGE });
    throw new AppError('service_unavailable');
  }
}

async function ask(ctx: Context): Promise<boolean> {
  const unsafe = await Promise.all(
    (
      [
        ctx.database.withPublic,
        ctx.database.withDoor,
        ctx.database.asApp,
        ctx.database.asWide,
        (build) => ctx.database.withJob(null, build),
      ] satisfies Array<typeof ctx.database.withPublic>
    ).map(async (as) => {
      const [{ rows }] = await as((db) => [readUnsafe(db, sql`select app.unsafe_role() as unsafe`)]);
      return rows[0]?.unsafe !== false;
    }),
  );
  return unsafe.includes(true);
}
