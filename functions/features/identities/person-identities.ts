import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { type Identity, listIdentities, unlinkIdentity } from '../../../domain/identities/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';

type Row = {
  id: string | null;
  kind: Identity['kind'];
  provider: string | null;
  issuer: string;
  subject: string;
  created_at: string;
  last_at: string | null;
};

/** The app by which an identity `i` is known; several may have one provider. */
const providerName = sql`(select a.name from sso_apps a where a.kind = i.kind and (i.kind = 'entra' or a.settings->>'issuer' = i.issuer) order by a.status, a.position, a.id limit 1)`;

export const readIdentities = bind(listIdentities, async ({ id }, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'users.read'), (db) => [
    db.execute(sql`select i.id, i.kind, i.issuer, i.subject, i.created_at, i.last_at, ${providerName} as provider
      from users x left join identities i on i.user_id = x.id where x.id = ${id}::uuid and x.deleted_at is null order by i.created_at, i.id`),
  ]);
  const rows = rowsOf<Row>(result);
  if (rows.length === 0) throw new AppError('not_found');
  return {
    items: rows.flatMap(({ id: identityId, created_at: since, last_at: lastAt, ...row }) =>
      identityId === null
        ? []
        : [{ id: identityId, ...row, since: new Date(since).toISOString(), lastAt: lastAt && new Date(lastAt).toISOString() }],
    ),
  };
});

/** Whoever is unlinked is out where he came in by it; one's own sessions go on. */
export const removeIdentity = bind(unlinkIdentity, async ({ id, identityId }, ctx) => {
  const [result] = await ctx.database.withTenant(entryOf(ctx, 'users.edit'), (db) => [
    db.execute(sql`with d as (delete from identities i using users x where i.id = ${identityId}::uuid and i.user_id = ${id}::uuid and x.id = i.user_id and x.deleted_at is null
          returning i.user_id, i.kind, i.issuer, i.subject, ${providerName} as provider),
        e as materialized (select d.*, case when d.user_id = ${ctx.session.sub}::uuid then 0 else app.end_person_sessions(d.user_id) end as ended from d),
        a as (insert into audit (what, row_id, change, ip, request_id)
          select 'user.unlink', e.user_id, jsonb_build_object('before', jsonb_build_object('provider', coalesce(e.provider, e.issuer), 'identity', e.subject), 'after', jsonb_build_object('sessions', e.ended)), ${ctx.address}, ${ctx.requestId} from e)
      select ended from e`),
  ]);
  const [outcome] = rowsOf<{ ended: number }>(result);
  if (!outcome) throw new AppError('not_found');
  return { ended: outcome.ended };
});
