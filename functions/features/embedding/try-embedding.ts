import { sql } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { auditEach } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { tryEmbedding } from '../../../domain/embedding/contract.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { newSecret } from '../../services/ids.ts';
import { keyPlace } from './let-in.ts';
import { algorithm } from './verify-token.ts';

const recordTry = raw('embedding.try', {});
const readFacts = raw('embedding.try_facts', { enabled: 'bool', key_id: 'uuid?', sealed: 'text?', reports: 'int4', email: 'text' });
const lifeSeconds = 120;

/**
 * Signs what the tenant's own server would sign. The only user allowed is the caller, so this can't be used to see a report as another
 * person.
 */
export const tryOneEmbedding = bind(tryEmbedding, async ({ report, identity }, ctx) => {
  const [, { rows }] = await ctx.database.withTenant(getEntry(ctx, 'settings.edit'), (db) => [
    recordTry(
      db,
      auditEach(ctx, {
        what: 'embedded.try',
        row: sql`app.tenant_id()`,
        facts: { after: { report: sql`${report}::uuid`, username: identity?.username ?? null } },
        where: sql`${report}::uuid is null or exists (select from reports r where r.id = ${report}::uuid)`,
      }),
    ),
    readFacts(
      db,
      sql`select coalesce((select s."values"->>'enable_embedded' from settings s), 'N') = 'S' as enabled,
          k.id as key_id, k.secret_sealed as sealed,
          (${report}::uuid is null or exists (select from reports r where r.id = ${report}::uuid))::int as reports, u.email
        from users u left join lateral (select k.id, k.secret_sealed from embed_keys k
          where k.revoked_at is null order by k.created_at desc, k.id desc limit 1) k on true
        where u.id = ${ctx.session.sub}::uuid`,
    ),
  ]);
  const [facts] = rows;
  if (!facts?.enabled) throw new AppError('embedded_off');
  if (!facts.key_id || !facts.sealed) throw new AppError('embed_key_missing');
  if (facts.reports !== 1) throw new AppError('not_found', undefined, { field: 'report' });
  if (identity && !report) throw new AppError('required', { name: 'report' }, { field: 'report' });
  const secret = await ctx.sealer.open(facts.sealed, keyPlace(ctx.tenant.id, facts.key_id));
  const now = Math.floor(ctx.clock.now() / 1000);
  const claims = {
    aud: ctx.host,
    iat: now,
    exp: now + lifeSeconds,
    jti: newSecret(),
    ...(identity ? { identity } : { sub: facts.email }),
    ...(report ? { report } : {}),
  };
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm, kid: facts.key_id, typ: 'JWT' })
    .sign(new TextEncoder().encode(secret));
  return { path: `/embedded/${token}`, claims: JSON.stringify(claims, null, 2) };
});
