import { getKey } from '../../domain/custom-fields/key.ts';
import { query } from './database.ts';
import { makeId } from './make-id.ts';

export type FieldOptions = {
  label?: string;
  key?: string;
  of?: 'user' | 'report';
  type?: 'text' | 'number' | 'date' | 'list' | 'multiple' | 'single';
  options?: readonly string[];
  limits?: Record<string, unknown>;
  required?: boolean;
  global?: boolean;
  searchable?: boolean;
  identity?: boolean;
  userVisible?: boolean;
  userEditable?: boolean;
  position?: number;
};
export type Field = { id: string; key: string };

/** A custom field of a tenant, inserted without the API. */
export async function makeCustomField(tenant: { id: string }, options: FieldOptions = {}): Promise<Field> {
  const id = makeId();
  const { label = `Campo ${id.slice(0, 8)}`, of = 'user', type = 'text', limits = {}, position = 0 } = options;
  const { key = getKey(label), required = false, global = false, searchable = false, identity = false } = options;
  const { userVisible = true, userEditable = false } = options;
  const stored = (options.options ?? []).map((value) => ({ value, labels: {}, retired: false }));
  await query(
    `insert into custom_fields (tenant_id, id, key, of, type, labels, options, limits, required, global, searchable, identity, user_visible,
      user_editable, position)
      values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, $8::jsonb, $9, $10, $11, $12, $13, $14, $15)`,
    [
      ...[tenant.id, id, key, of, type, JSON.stringify({ 'pt-BR': label }), JSON.stringify(stored), JSON.stringify(limits)],
      ...[required, global, searchable, identity, userVisible, userEditable].map(String),
      position,
    ],
  );
  return { id, key };
}

/** Gives a person or a report its values, as they are stored. */
export async function putValues(table: 'users' | 'reports', row: { id: string }, values: Record<string, string | string[]>): Promise<void> {
  await query(`update ${table} set custom = $1::jsonb where id = $2`, [JSON.stringify(values), row.id]);
}

/** Gives a person values that the person wrote before the fields stood in identities. */
export async function writeOwnValues(person: { id: string }, values: Record<string, string>): Promise<void> {
  await putValues('users', person, values);
  await query('update users set custom_own = $1 where id = $2', [Object.keys(values), person.id]);
}
