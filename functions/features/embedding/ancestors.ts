import { sql } from 'drizzle-orm';
import { raw, typed } from '../../../db/raw.ts';
import { originFrom } from '../../../domain/embedding/origin.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { Context } from '../../request/context.ts';

const readOrigins = raw('embedding.origins', { origins: typed<string[] | null>('jsonb?') });

/** The origins that may frame this tenant's embedded pages, for the page policy; null forbids framing, as on every other page. */
export async function getAncestors(ctx: Context): Promise<string[] | null> {
  try {
    const [{ rows }] = await ctx.database.withPublic((db) => [
      readOrigins(db, sql`select app.embed_origins(${ctx.tenant.id}::uuid) as origins`),
    ]);
    const origins = rows[0]?.origins;
    return origins ? ["'self'", ...origins.flatMap((each) => originFrom(each) ?? [])] : null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'service_unavailable') return null;
    throw error;
  }
}
