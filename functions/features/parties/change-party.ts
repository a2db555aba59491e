import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { changeParty } from '../../../domain/parties/contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { orTaken } from './party-input.ts';
import { restorable } from './party-row.ts';

const effects = {
  block: { set: (reason: string) => sql`status = 'B', status_reason = ${reason}`, on: sql`c.deleted_at is null and c.status = 'A'` },
  unblock: { set: () => sql`status = 'A', status_reason = null`, on: sql`c.deleted_at is null and c.status = 'B'` },
  // Who still pays for a unit, or is a living partner's own record, stays.
  delete: {
    set: () => sql`deleted_at = app.now()`,
    on: sql`c.deleted_at is null and app.party_units(c.id) = 0 and c.of_tenant_id is null`,
  },
  restore: { set: () => sql`deleted_at = null`, on: restorable },
};
const changeRow = raw('parties.change', { there: 'int4', used: 'bool', version: 'int4?' });

export const changeOneParty = bind(changeParty, async ({ id, version, action, reason }, ctx) => {
  if (action === 'block' && !reason) throw new AppError('required', { name: 'reason' }, { field: 'reason' });
  const effect = effects[action];
  const [{ rows }] = await orTaken(
    ctx.database.withTenant(entryOf(ctx, 'parties.manage'), (db) => [
      changeRow(
        db,
        sql`with o as (select c.id, app.party_units(c.id) > 0 or c.of_tenant_id is not null as used from parties c
            where c.id = ${id}::uuid and (c.deleted_at is null or (${action} = 'restore' and ${restorable}))),
          w as (update parties c set ${effect.set(reason)}, version = c.version + 1
            where c.id = ${id}::uuid and c.version = ${version}::int and ${effect.on} returning c.id, c.version, c.fantasy_name),
          a as (insert into audit (what, row_id, change, ip, request_id) select ${`party.${action}`}, w.id,
            jsonb_build_object('after', jsonb_build_object('name', w.fantasy_name, 'reason', nullif(${reason}::text, ''))),
            ${ctx.address}, ${ctx.requestId} from w)
          select (select count(*)::int from o) as there, coalesce((select o.used from o), false) as used, (select w.version from w) as version`,
      ),
    ]),
  );
  const [outcome] = rows;
  if (!outcome?.there) throw new AppError('not_found');
  if (outcome.version === null) throw new AppError(action === 'delete' && outcome.used ? 'party_in_use' : 'changed_meanwhile');
  return { version: outcome.version };
});
