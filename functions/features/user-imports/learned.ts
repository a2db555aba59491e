import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../../db/client.ts';
import { labelOf } from '../../../domain/custom-fields/field.ts';
import { headKey, type Known } from '../../../domain/user-imports/columns.ts';
import type { SessionContext } from '../../http/context.ts';
import { fieldsOf, fieldsQuery } from '../custom-fields/index.ts';
import { type Found, languageOf } from './facts.ts';

/** What this unit knows of columns: where they went last time, and its own fields. */
export type Learned = { memory: ReadonlyMap<string, string>; custom: readonly Known[] };

const keysOf = (headers: readonly string[]) => JSON.stringify([...new Set(headers.map(headKey))].filter(Boolean));

export const learnedQueries = (db: Db, headers: readonly string[]) =>
  [
    db.execute(
      sql`select m.header, m.field from import_mappings m where m.header in (select jsonb_array_elements_text(${keysOf(headers)}::jsonb))`,
    ),
    fieldsQuery(db, 'user'),
  ] as const;

export const learnedOf = (heads: Found, fields: Found): Learned => ({
  memory: new Map(rowsOf<{ header: string; field: string }>(heads).map(({ header, field }) => [header, field])),
  custom: fieldsOf(fields).map(({ key, labels }) => ({ key, labels: Object.values(labels).filter((label) => typeof label === 'string') })),
});

/** Keeps where the columns of an import w went, `''` for those that were left out. */
export const rememberColumns = (headers: readonly string[], mapping: readonly (string | null)[]) => {
  const rows = new Map(headers.map((head, at) => [headKey(head), mapping[at] ?? '']));
  rows.delete('');
  const list = [...rows].map(([header, field]) => ({ header, field }));
  return sql`insert into import_mappings (header, field) select x.header, x.field from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as x (header text, field text), w
    on conflict (tenant_id, header) do update set field = excluded.field where import_mappings.field <> excluded.field`;
};

/** The custom fields that a column may fill, in the words of who asks. */
export const targetsOf = (fields: Found, ctx: SessionContext): { key: string; label: string; required: boolean }[] =>
  fieldsOf(fields).map((field) => ({
    key: field.key,
    label: labelOf(field, languageOf(ctx), ctx.tenant.language),
    required: field.required && field.defaultValue === null,
  }));
