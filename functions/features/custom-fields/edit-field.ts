import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { editField } from '../../../domain/custom-fields/contract.ts';
import { keptOptions, mayBecome } from '../../../domain/custom-fields/definition.ts';
import { hasOptions } from '../../../domain/custom-fields/field.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import type { FieldRow } from './definitions.ts';
import { checkedDraft } from './draft-input.ts';
import type { Use } from './read-field.ts';

type Stored = Pick<FieldRow, 'of' | 'type' | 'options' | 'global'> & { version: number };
const refused = (field: string, reason: string) => new AppError('invalid_input', { name: field, reason }, { field });

/** Changes the version the person saw. What people have is never lost: their options are retired, and the type changes only where all values stay. */
export const editOneField = bind(editField, async ({ id, version, ...input }, ctx) => {
  const draft = checkedDraft(input, ctx);
  const entry = entryOf(ctx, 'customFields.manage');
  const [found, use] = await ctx.database.withTenant(entry, (db) => [
    db.execute(
      sql`select f.of, f.type, f.options, f.global, f.version from custom_fields f where f.id = ${id}::uuid and f.deleted_at is null`,
    ),
    db.execute(sql`select option, n from app.custom_use(${id}::uuid) where option is not null`),
  ]);
  const [stored] = rowsOf<Stored>(found);
  if (!stored) throw new AppError('not_found');
  if (stored.version !== version) throw new AppError('changed_meanwhile');
  if (stored.of !== draft.of) throw refused('of', 'fixed');
  // Whose people have values cannot change under them.
  if (stored.global !== draft.global) throw refused('global', 'fixed');
  const used = rowsOf<Use>(use).flatMap(({ option }) => (option === null ? [] : [option]));
  if (!mayBecome(stored.type, draft.type, draft.options, used)) throw new AppError('custom_field_type', undefined, { field: 'type' });
  const options = hasOptions(draft.type) ? keptOptions(stored.options, draft.options, used) : [];
  const json = JSON.stringify({ ...draft, options });
  const toList = stored.type === 'text' && draft.type === 'list';
  const values = JSON.stringify(options.map((option) => option.value));
  const [result] = await ctx.database.withTenant(entry, (db) => [
    db.execute(sql`with d as (select ${json}::jsonb as d), o as (select f.* from custom_fields f where f.id = ${id}::uuid),
        w as (update custom_fields f set type = ${draft.type}, labels = d->'labels', helps = d->'helps', options = d->'options', default_value = nullif(d->'defaultValue', 'null'), limits = d->'limits', required = ${draft.required},
            searchable = ${draft.searchable}, identity = ${draft.identity}, user_visible = ${draft.userVisible}, user_editable = ${draft.userEditable}, version = f.version + 1
          from d where f.id = ${id}::uuid and f.version = ${version} and f.deleted_at is null
            and (not ${toList} or not exists (select from app.custom_use(${id}::uuid) u where u.option is not null and not ${values}::jsonb ? u.option)) returning f.id),
        b as (select jsonb_build_object('type', o.type, 'labels', o.labels, 'helps', o.helps, 'options', o.options, 'defaultValue', o.default_value, 'limits', o.limits, 'required', o.required, 'searchable', o.searchable, 'identity', o.identity,
            'userVisible', o.user_visible, 'userEditable', o.user_editable) as b from o),
        a as (insert into audit (what, row_id, change, ip, request_id) select 'custom_field.edit', w.id, (select jsonb_build_object('before', coalesce(jsonb_object_agg(x.key, x.value), '{}'), 'after', coalesce(jsonb_object_agg(x.key, d.d->x.key), '{}'))
            from jsonb_each(b.b) x where x.value is distinct from d.d->x.key), ${ctx.address}, ${ctx.requestId} from w, b, d)
      select count(*)::int as changed from w`),
  ]);
  if (rowsOf<{ changed: number }>(result)[0]?.changed !== 1) throw new AppError('changed_meanwhile');
  return {
    id,
    version: version + 1,
    retired: options
      .filter((option) => option.retired && !draft.options.some((each) => each.value === option.value))
      .map((option) => option.value),
  };
});
