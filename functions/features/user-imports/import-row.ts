import { type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../../db/client.ts';
import type { Profile } from '../../../domain/access/profile.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import type { Language } from '../../../domain/session/languages.ts';
import type { Choices, FixedValues, ImportState, UserImportRow } from '../../../domain/user-imports/contract.ts';
import type { GroupName } from '../../../domain/user-imports/read-row.ts';

/** An import as it is stored. */
export type StoredImport = {
  id: string;
  source: 'file' | 'unit';
  name: string;
  hash: string | null;
  header_row: number;
  headers: string[];
  mapping: (string | null)[];
  options: StoredOptions;
  state: ImportState;
  total: number;
  succeeded: number;
  failed: number;
  added_by: string | null;
  mine: boolean;
  version: number;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
};
/** `forAll`: the fixed values as the run writes them. */
export type StoredOptions = { choices?: Choices; fixed?: FixedValues; forAll?: ValuesForAll; sheet?: string | null; sheets?: string[] };
export type ValuesForAll = { profile?: Profile; language?: Language; expiresAt?: string; groups: GroupName[] };

export const defaultChoices: Choices = { update: false, makeGroups: false, invite: true };
export const noFixed: FixedValues = { groups: [] };

export const importColumns = sql`i.id, i.source, i.name, i.hash, i.header_row, i.headers, i.mapping, i.options, i.state, i.total, i.succeeded, i.failed,
  (select u.name from users u where u.tenant_id = i.tenant_id and u.id = i.added_by_id) as added_by, i.added_by_id = (select app.user_id()) as mine, i.version, i.created_at, i.started_at, i.ended_at`;

export const findImport = (db: Db, id: string, where: SQL = sql`true`) =>
  db.execute(sql`select ${importColumns} from user_imports i where i.id = ${id}::uuid and ${where}`);

export function oneImport(found: { rows: unknown[] }): StoredImport {
  const [row] = rowsOf<StoredImport>(found);
  if (!row) throw new AppError('not_found');
  return row;
}

/** The same, of an import that is still being prepared: what runs or has ended is not changed. */
export function draftOf(found: { rows: unknown[] }, states: readonly ImportState[] = ['mapping', 'review']): StoredImport {
  const row = oneImport(found);
  if (!states.includes(row.state)) throw new AppError('changed_meanwhile');
  return row;
}

const iso = (value: string | null) => (value === null ? null : new Date(value).toISOString());

export const presentImport = (row: StoredImport): UserImportRow => ({
  id: row.id,
  source: row.source,
  name: row.name,
  sheet: row.options.sheet ?? null,
  state: row.state,
  total: row.total,
  succeeded: row.succeeded,
  failed: row.failed,
  addedBy: row.added_by,
  mine: row.mine,
  createdAt: new Date(row.created_at).toISOString(),
  startedAt: iso(row.started_at),
  endedAt: iso(row.ended_at),
});
