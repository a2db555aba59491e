import { sql } from 'drizzle-orm';
import { auditEach, toJson } from '../../../db/audited.ts';
import { raw } from '../../../db/raw.ts';
import { addField } from '../../../domain/custom-fields/contract.ts';
import { getKey } from '../../../domain/custom-fields/key.ts';
import { maxGlobalFields, maxOwnFields } from '../../../domain/custom-fields/limits.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { newId } from '../../services/ids.ts';
import { checkedDraft } from './draft-input.ts';

const addedRows = raw('custom_fields.add', { key: 'text' });

/** One guarded statement. The database chooses the key, because no field above, beside or below may use the same one. */
export const addOneField = bind(addField, async (input, ctx) => {
  const draft = checkedDraft(input, ctx);
  const id = newId(ctx.clock.now());
  const json = JSON.stringify(draft);
  const base = getKey(draft.labels[ctx.tenant.language] ?? '');
  const [{ rows }] = await ctx.database.withTenant(getEntry(ctx, 'customFields.manage'), (db) => [
    addedRows(
      db,
      sql`with k as materialized (select app.new_custom_key(${base}, ${draft.global}) as key), d as (select ${json}::jsonb as d),
        w as (insert into custom_fields (id, key, of, type, labels, helps, options, default_value, limits, required, global, searchable,
            identity, user_visible, user_editable, position)
          select ${id}::uuid, k.key, ${draft.of}, ${draft.type}, d->'labels', d->'helps', d->'options', nullif(d->'defaultValue', 'null'),
            d->'limits', ${draft.required}, ${draft.global}, ${draft.searchable}, ${draft.identity}, ${draft.userVisible}, ${draft.userEditable},
            coalesce((select max(position) + 1 from custom_fields c where c.of = ${draft.of}), 0) from k, d
          where k.key is not null returning id, key),
        a as (${auditEach(ctx, {
          what: 'custom_field.add',
          row: sql`w.id`,
          facts: { after: sql`d.d || ${toJson({ key: sql`w.key` })}` },
          from: sql`w, d`,
        })})
        select w.key from w`,
    ),
  ]);
  const [row] = rows;
  if (!row) throw new AppError('custom_field_limit', { limit: draft.global ? maxGlobalFields : maxOwnFields });
  return { id, key: row.key, version: 1 };
});
