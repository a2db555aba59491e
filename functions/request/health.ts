import { sql } from 'drizzle-orm';
import { raw } from '../../db/raw.ts';
import type { Context } from './context.ts';
import type { Env } from './env.ts';

const answer = raw('health.database', { answers: 'int4' });
const patienceMs = 3_000;

async function probe(work: Promise<unknown>): Promise<'ok' | 'ill'> {
  const late = new Promise<'ill'>((resolve) => setTimeout(() => resolve('ill'), patienceMs));
  return Promise.race([work.then(() => 'ok' as const).catch(() => 'ill' as const), late]);
}

/** Reports the version and the health of each part, without host names or error messages; 503 if any part fails. */
export async function health(env: Env, ctx: Context): Promise<Response> {
  const [database, hosts, files] = await Promise.all([
    probe(ctx.database.withPublic((db) => [answer(db, sql`select 1 as answers`)])),
    probe(env.HOSTS.get('healthz')),
    probe(env.FILES.head('healthz')),
  ]);
  const parts = { database, hosts, files };
  const ill = Object.values(parts).includes('ill');
  const version = env.VERSION?.tag || undefined;
  return Response.json(
    { status: ill ? 'ill' : 'ok', parts, version },
    { status: ill ? 503 : 200, headers: ill ? { 'retry-after': '5' } : {} },
  );
}
