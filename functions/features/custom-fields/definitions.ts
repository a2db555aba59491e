import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type RowOf, raw, type Shape } from '../../../db/raw.ts';
import type { CustomField } from '../../../domain/custom-fields/field.ts';
import type { HistoryField } from '../../../domain/custom-fields/history.ts';
import type { FieldOwner } from '../../../domain/custom-fields/limits.ts';

export const fieldShape = {
  id: 'uuid',
  key: 'text',
  of: 'text',
  type: 'text',
  labels: 'jsonb',
  helps: 'jsonb',
  options: 'jsonb',
  default_value: 'jsonb?',
  limits: 'jsonb',
  required: 'bool',
  global: 'bool',
  searchable: 'bool',
  identity: 'bool',
  user_visible: 'bool',
  user_editable: 'bool',
} as const satisfies Shape;
export type FieldRow = RowOf<typeof fieldShape> &
  Pick<CustomField, 'of' | 'type' | 'labels' | 'helps' | 'options' | 'limits'> & { default_value: CustomField['defaultValue'] };
const inForce = raw('custom_fields.in_force', fieldShape);
const ever = raw('custom_fields.ever', { key: 'text', type: 'text', labels: 'jsonb', options: 'jsonb' });

/** The fields f of the tenant and the global fields of the layers above, which come first. */
export const fieldsHere = sql`(select c.*, true as mine from custom_fields c union all select c.*, false from app.custom_fields_above() c) f`;
export const fieldColumns = sql`f.id, f.key, f.of, f.type, f.labels, f.helps, f.options, f.default_value, f.limits,
  f.required, f.global, f.searchable, f.identity, f.user_visible, f.user_editable`;
const active = sql`f.disabled_at is null and f.deleted_at is null`;
export const inOrder = sql`f.mine, f.position, f.id`;

/** The active fields of people or reports, as one query for the batch of any feature that fills, shows or writes their values. */
export const fieldsQuery = (db: Db, of: FieldOwner) =>
  inForce(db, sql`select ${fieldColumns} from ${fieldsHere} where f.of = ${of} and ${active} order by ${inOrder}`);

/** The names of fields and options for the change history, including deleted fields; one query for the batch. */
export const historyFieldsQuery = (db: Db, of: FieldOwner) =>
  ever(db, sql`select f.key, f.type, f.labels, f.options from ${fieldsHere} where f.of = ${of}`);

export const presentField = (row: FieldRow): CustomField => ({
  id: row.id,
  key: row.key,
  of: row.of,
  type: row.type,
  labels: row.labels,
  helps: row.helps,
  options: row.options,
  defaultValue: row.default_value,
  limits: row.limits,
  required: row.required,
  global: row.global,
  searchable: row.searchable,
  identity: row.identity,
  userVisible: row.user_visible,
  userEditable: row.user_editable,
});

type Result = { rows: unknown[] };
// Because values are checked before they are stored.
export const getFields = ({ rows }: Result): CustomField[] => (rows as FieldRow[]).map(presentField);
// Because values are checked before they are stored.
export const getPastFields = ({ rows }: Result): HistoryField[] => rows as HistoryField[];

const getKeys = (of: FieldOwner, which: SQL) => sql`(select f.key from ${fieldsHere} where f.of = ${of} and ${active} and ${which})`;

/** The values of row `x` (a person or a report) in the active searchable fields, as lists show them. */
export const shownValues = (x: SQL, of: FieldOwner): SQL =>
  sql`(select coalesce(jsonb_object_agg(e.key, e.value), '{}')
    from jsonb_each(${x}.custom) e where e.key in ${getKeys(of, sql`f.searchable`)})`;

/** The values of row `x` in all active fields, as forms and exports have them. */
export const livingValues = (x: SQL, of: FieldOwner): SQL =>
  sql`(select coalesce(jsonb_object_agg(e.key, e.value), '{}')
    from jsonb_each(${x}.custom) e where e.key in ${getKeys(of, sql`true`)})`;

/** The names of the required fields that person `x` can fill in and has left empty. */
export const missingOwn = (x: SQL): SQL =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('key', f.key, 'labels', f.labels) order by f.position, f.key), '[]')
    from ${fieldsHere} where f.of = 'user' and ${active} and f.required and f.user_visible and f.user_editable and not f.identity
      and not ${x}.custom ? f.key)`;

/** The default values of a new person or report that was not created through a form. */
export const defaultValues = (of: FieldOwner): SQL =>
  sql`(select coalesce(jsonb_object_agg(f.key, f.default_value), '{}')
    from ${fieldsHere} where f.of = ${of} and ${active} and f.default_value is not null)`;

/** Row `x` lacks a value for a required field: people who are asked to complete their data, or whose record a directory left incomplete. */
export const lacksRequired = (x: SQL, of: FieldOwner): SQL => sql`not (${x}.custom ?& array${getKeys(of, sql`f.required`)})`;
