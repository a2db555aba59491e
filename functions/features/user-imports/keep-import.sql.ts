import { type SQL, sql } from 'drizzle-orm';
import { auditEach, givenFacts } from '../../../db/audited.ts';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import type { StoredOptions } from '../../../domain/user-imports/options.ts';
import type { SessionContext } from '../../request/context.ts';
import type { FileRow } from './file/refused.ts';

export type NewImport = {
  source: 'file' | 'unit';
  name: string;
  hash: string | null;
  headerRow: number;
  headers: string[];
  mapping: (string | null)[];
  options: StoredOptions;
  rows: readonly FileRow[];
};

const lockUpload = raw('user_imports.lock_file', { locked: 'bool' });
const insertFile = raw('user_imports.upload', { id: 'uuid', state: 'text' });
const insertPeople = raw('user_imports.copy', { id: 'uuid' });

/** Uploads of the same file wait for each other. */
export const lockFile = (db: Db, { session: { tenant } }: SessionContext, hash: string) =>
  lockUpload(db, sql`select true as locked from pg_advisory_xact_lock(hashtextextended(${`user-import ${tenant} ${hash}`}, 0))`);

/** The CTEs that store a new import with all its rows, up to 5,000 in one parameter: `w` has its id. */
function keepImport(ctx: SessionContext, id: string, draft: NewImport, where: SQL, from: string | null): SQL {
  const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
  const total = draft.rows.filter(({ n }) => n > draft.headerRow).length;
  return sql`w as (insert into user_imports (id, source, from_tenant_id, name, hash, header_row, headers, mapping, options, state, total)
      select ${id}::uuid, ${draft.source}, ${from}::uuid, ${draft.name}, ${draft.hash}, ${draft.headerRow}::int, ${json(draft.headers)},
        ${json(draft.mapping)}, ${json(draft.options)}, 'mapping', ${total}::int where ${where} returning id),
    kept as (insert into user_import_rows (import_id, n, cells)
      select w.id, (x->>'n')::int, x->'cells' from w, jsonb_array_elements(${json(draft.rows)}) x),
    a as (${auditEach(ctx, {
      what: 'user_import.upload',
      row: sql`w.id`,
      facts: givenFacts({ name: draft.name, rows: draft.rows.length, from }),
      from: sql`w`,
    })})`;
}

type NewFile = { id: string; draft: NewImport; replaces: string | undefined };

/** Stores a file, or returns the open import of the same file; deletes the draft that it replaces. */
export const keepFile = (db: Db, ctx: SessionContext, { id, draft, replaces }: NewFile) =>
  insertFile(
    db,
    sql`with same as (select i.id, i.state from user_imports i
          where i.hash = ${draft.hash} and i.state in ('mapping','review','running') order by i.created_at desc limit 1),
        gone as (delete from user_imports i where i.id = ${replaces ?? null}::uuid and i.state in ('mapping','review')
          and i.hash is distinct from ${draft.hash} returning i.id),
        ${keepImport(ctx, id, draft, sql`not exists (select from same)`, null)}
      select w.id, 'mapping' as state from w union all select same.id, same.state from same`,
  );

/** Stores users of another unit. */
export const keepPeople = (db: Db, ctx: SessionContext, { id, draft, unit }: { id: string; draft: NewImport; unit: string }) =>
  insertPeople(db, sql`with ${keepImport(ctx, id, draft, sql`true`, unit)} select id from w`);
