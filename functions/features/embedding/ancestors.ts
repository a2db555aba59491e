import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { originFrom } from '../../../domain/embedding/origin.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { Context } from '../../http/context.ts';

/** Who may hold the embedded pages of this tenant, for their policy; null = nobody, as everywhere else. */
export async function ancestorsOf(ctx: Context): Promise<string[] | null> {
  try {
    const [result] = await ctx.database.withPublic((db) => [db.execute(sql`select app.embed_origins(${ctx.tenant.id}::uuid) as origins`)]);
    const origins = rowsOf<{ origins: string[] | null }>(result)[0]?.origins;
    return origins ? ["'self'", ...origins.flatMap((each) => originFrom(each) ?? [])] : null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'service_unavailable') return null;
    throw error;
  }
}
