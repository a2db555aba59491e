import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { guessMapping } from '../../../domain/user-imports/columns.ts';
import { type ImportState, uploadUserFile } from '../../../domain/user-imports/contract.ts';
import { largestFile } from '../../../domain/user-imports/limits.ts';
import { bind } from '../../http/bind.ts';
import { entryOf, type SessionContext } from '../../http/context.ts';
import { readBytes } from '../../http/read-bytes.ts';
import { newId } from '../../services/ids.ts';
import { readPeopleFile } from './file/read-file.ts';
import type { FileRow } from './file/refused.ts';
import { defaultChoices, noFixed, type StoredOptions } from './import-row.ts';
import { type Learned, learnedOf, learnedQueries } from './learned.ts';

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

/**
 * Reads the file and keeps its rows. The same file, sent twice or six times at once, is one draft: whoever comes second is given the
 * first one's, so that nobody adds the same people from two tabs.
 */
export const takeFile = bind(uploadUserFile, async ({ name, sheet, replaces }, ctx, request) => {
  const bytes = await readBytes(request, largestFile);
  const read = await readPeopleFile(bytes, sheet);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hash = `${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}${read.sheet ? `:${read.sheet}` : ''}`;
  const [heads, fields] = await ctx.database.withTenant(entryOf(ctx, 'users.import'), (db) => learnedQueries(db, read.headers));
  const learned: Learned = learnedOf(heads, fields);
  const id = newId(ctx.clock.now());
  const draft: NewImport = {
    source: 'file',
    name,
    hash,
    headerRow: read.headerRow,
    headers: read.headers,
    mapping: guessMapping(read.headers, learned.memory, learned.custom),
    options: { choices: defaultChoices, fixed: noFixed, sheet: read.sheet, sheets: read.sheets },
    rows: read.rows,
  };
  const [, result] = await ctx.database.withTenant(entryOf(ctx, 'users.import'), (db) => [
    oneAtATime(db, ctx, hash),
    db.execute(sql`with same as (select i.id, i.state from user_imports i where i.hash = ${hash} and i.state in ('mapping','review','running') order by i.created_at desc limit 1),
        gone as (delete from user_imports i where i.id = ${replaces ?? null}::uuid and i.state in ('mapping','review') and i.hash is distinct from ${hash} returning i.id),
        ${keepImport(id, draft, ctx, sql`not exists (select from same)`)}
      select w.id, 'mapping' as state from w union all select same.id, same.state from same`),
  ]);
  const [kept] = rowsOf<{ id: string; state: ImportState }>(result);
  if (!kept) throw new AppError('changed_meanwhile');
  return kept;
});

const oneAtATime = (db: Db, ctx: SessionContext, hash: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`user-import ${ctx.session.tenant} ${hash}`}, 0))`);

/** The CTEs that keep a new import with all its rows: `w` has its id. */
export const keepImport = (id: string, draft: NewImport, ctx: SessionContext, where = sql`true`, from: string | null = null) =>
  sql`w as (insert into user_imports (id, source, from_tenant_id, name, hash, header_row, headers, mapping, options, state, total)
      select ${id}::uuid, ${draft.source}, ${from}::uuid, ${draft.name}, ${draft.hash}, ${draft.headerRow}::int, ${JSON.stringify(draft.headers)}::jsonb, ${JSON.stringify(draft.mapping)}::jsonb,
        ${JSON.stringify(draft.options)}::jsonb, 'mapping', ${draft.rows.filter(({ n }) => n > draft.headerRow).length}::int where ${where} returning id),
    kept as (insert into user_import_rows (import_id, n, cells) select w.id, (x->>'n')::int, x->'cells' from w, jsonb_array_elements(${JSON.stringify(draft.rows)}::jsonb) x),
    a as (insert into audit (what, row_id, change, ip, request_id) select 'user_import.upload', w.id,
      jsonb_strip_nulls(jsonb_build_object('name', ${draft.name}::text, 'rows', ${draft.rows.length}::int, 'from', ${from}::text)), ${ctx.address}, ${ctx.requestId} from w)`;
