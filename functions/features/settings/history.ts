import { sql } from 'drizzle-orm';
import { type RowOf, raw, typed } from '../../../db/raw.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { areaFields, mfaFields } from '../../../domain/settings/areas.ts';
import { settingsHistory } from '../../../domain/settings/contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { delegated } from '../../request/delegation.ts';
import { whoDid } from '../../request/history.ts';

const rowShape = {
  id: 'uuid',
  at: 'timestamptz',
  who: 'text?',
  before: typed<Record<string, unknown> | null>('jsonb?'),
  after: typed<Record<string, unknown> | null>('jsonb?'),
  mfa_left: 'bool',
  // Titles of the reports that a record names.
  titles: typed<Record<string, string> | null>('jsonb?'),
} as const;
const readChanges = raw('settings.history', rowShape);
type Row = RowOf<typeof rowShape>;
const shown = 20;
/** The name in the row of a field of the form. */
const storedAs: Record<string, string> = { last_update_below: 'mostrar_ultima_atualizacao_relatorio_global' };
/** What the layer above keeps is not shown here, nor are its former values (Spec 6, mfa_permission_admin). */
const mfaLeft = delegated('below_mfa');
const isMfa = (field: string) => mfaFields.some((each) => each === field);
const shownAs = (value: unknown, titles: Row['titles']): unknown => (typeof value === 'string' && titles?.[value]) || (value ?? null);
const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

export const readSettingsHistory = bind(settingsHistory, async ({ area, before: until }, ctx) => {
  const fields = areaFields[area].map((field) => ({ field, key: storedAs[field] ?? field, gated: isMfa(field) }));
  const keys = JSON.stringify(fields);
  // One row more than shown, to detect further pages; a tenant's settings row has the tenant's own id.
  const [{ rows: found }] = await ctx.database.withTenant(getEntry(ctx, 'settings.read'), (db) => [
    readChanges(
      db,
      sql`select a.id, a.at, ${whoDid} as who, a.change->'before' as before, a.change->'after' as after, ${mfaLeft} as mfa_left,
        (select jsonb_object_agg(r.id, r.title) from reports r
          where r.id::text in (a.change->'before'->>'relatorio_id', a.change->'after'->>'relatorio_id')) as titles
      from audit a
      where a.row_id = (select app.tenant_id()) and a.what = 'settings.edit'
        and (${until ?? null}::timestamptz is null or a.at < ${until ?? null}::timestamptz)
        and exists (select from jsonb_to_recordset(${keys}::jsonb) k (key text, gated boolean)
          where (not k.gated or ${mfaLeft}) and a.change->'after' ? k.key
            and a.change->'after'->k.key is distinct from a.change->'before'->k.key)
      order by a.at desc, a.id limit ${shown + 1}`,
    ),
  ]);
  const items = found.slice(0, shown).map(({ id, at, who, before, after, mfa_left, titles }) => ({
    id,
    at: toIso(at),
    who,
    fields: fields
      .filter(({ key, gated }) => (mfa_left || !gated) && after !== null && key in after && !same(before?.[key], after[key]))
      .map(({ field, key }) => ({ field, before: shownAs(before?.[key], titles), after: shownAs(after?.[key], titles) })),
  }));
  return { items, next: found.length > shown ? (items.at(-1)?.at ?? null) : null };
});
