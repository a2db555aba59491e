import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { importMappings } from '../../../db/schema/user-imports.ts';
import { getLabel } from '../../../domain/custom-fields/field.ts';
import { headKey, type Known } from '../../../domain/user-imports/columns.ts';
import { maxRemembered } from '../../../domain/user-imports/limits.ts';
import type { SessionContext } from '../../request/context.ts';
import { fieldsQuery, getFields } from '../custom-fields/index.ts';
import { type FoundFields, getLanguage } from './facts.ts';

/** What this unit knows of columns: their last mapping, and its custom fields. */
export type Learned = { memory: ReadonlyMap<string, string>; custom: readonly Known[] };

const remembered = { header: importMappings.header, field: importMappings.field };
/** All columns that the unit remembers, for a file whose header is still to be chosen. */
export const allRemembered = (db: Db) => db.select(remembered).from(importMappings).limit(maxRemembered);
type Remembered = Awaited<ReturnType<typeof allRemembered>>;

export const learnedQueries = (db: Db, headers: readonly string[]) => {
  const keys = [...new Set(headers.map(headKey))].filter(Boolean);
  return [db.select(remembered).from(importMappings).where(inArray(importMappings.header, keys)), fieldsQuery(db, 'user')] as const;
};

export const getLearned = (heads: Remembered, fields: FoundFields): Learned => ({
  memory: new Map(heads.map(({ header, field }) => [header, field])),
  custom: getFields(fields).map(({ key, labels }) => ({ key, labels: Object.values(labels).filter((label) => typeof label === 'string') })),
});

const remember = raw('user_imports.remember_columns', {});

/** Remembers the mapping of an import's columns, `''` for those that were left out. */
export const rememberColumns = (db: Db, headers: readonly string[], mapping: readonly (string | null)[]) => {
  const rows = new Map(headers.map((head, at) => [headKey(head), mapping[at] ?? '']));
  rows.delete('');
  const list = [...rows].map(([header, field]) => ({ header, field }));
  return remember(
    db,
    sql`insert into import_mappings (header, field)
        select x.header, x.field from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as x (header text, field text)
      on conflict (tenant_id, header) do update set field = excluded.field where import_mappings.field <> excluded.field`,
  );
};

export type CustomTarget = { key: string; label: string; required: boolean; pattern?: string };
/** The custom fields that a column may fill, in the language of the caller. */
export const getTargets = (fields: FoundFields, ctx: SessionContext): CustomTarget[] =>
  getFields(fields).map((field) => ({
    key: field.key,
    label: getLabel(field, getLanguage(ctx), ctx.tenant.language),
    required: field.required && field.defaultValue === null,
    ...(field.limits.pattern ? { pattern: field.limits.pattern } : {}),
  }));
