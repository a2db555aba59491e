import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { previewWindow } from '../../../domain/maintenance/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { idRows } from '../../request/id-rows.ts';
import { getPeople } from './window.ts';

const countPeople = raw('maintenance.preview', { people: 'int4?' });

/** How many people a window for these targets would affect, and so notify. */
export const previewOneWindow = bind(previewWindow, async ({ target, targetIds }, ctx) => {
  const targets = target === 'unit' ? sql`(select null::uuid as id)` : idRows(targetIds);
  const windows = sql`(select (select app.tenant_id()) as tenant_id, ${target}::text as target, w.id as target_id from ${targets} w)`;
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'maintenance.manage'), (db) => [
    countPeople(db, sql`select count(*)::int as people from (${getPeople(windows)}) p`),
  ]);
  return { people: rows[0]?.people ?? 0 };
});
