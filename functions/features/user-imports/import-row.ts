import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { userImportRows, userImports } from '../../../db/schema/user-imports.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import type { ImportState, UserImportRow } from '../../../domain/user-imports/contract.ts';

/** In SQL fragments, `i` is the import and `r` one of its rows. */
export const i = alias(userImports, 'i');
export const r = alias(userImportRows, 'r');
export const ownRows = and(eq(r.tenantId, i.tenantId), eq(r.importId, i.id));

export const importColumns = {
  id: i.id,
  source: i.source,
  name: i.name,
  hash: i.hash,
  headerRow: i.headerRow,
  headers: i.headers,
  mapping: i.mapping,
  options: i.options,
  state: i.state,
  total: i.total,
  succeeded: i.succeeded,
  failed: i.failed,
  addedBy: sql<string | null>`(select u.name from users u where u.tenant_id = i.tenant_id and u.id = i.added_by_id)`,
  mine: sql<boolean>`i.added_by_id = (select app.user_id())`,
  version: i.version,
  createdAt: i.createdAt,
  startedAt: i.startedAt,
  endedAt: i.endedAt,
};

export const findImport = (db: Db, id: string, where?: SQL) =>
  db
    .select(importColumns)
    .from(i)
    .where(and(eq(i.id, id), where));
type Found = Awaited<ReturnType<typeof findImport>>;
/** An import as stored. */
export type StoredImport = Found[number];

export function oneImport([row]: Found): StoredImport {
  if (!row) throw new AppError('not_found');
  return row;
}

/** The same for an import that is still being prepared: a running or ended one isn't changed. */
export function toDraft(found: Found, states: readonly ImportState[] = ['mapping', 'review']): StoredImport {
  const row = oneImport(found);
  if (!states.includes(row.state)) throw new AppError('changed_meanwhile');
  return row;
}

export const presentImport = (row: StoredImport): UserImportRow => ({
  id: row.id,
  source: row.source,
  name: row.name,
  sheet: row.options.sheet ?? null,
  state: row.state,
  total: row.total,
  succeeded: row.succeeded,
  failed: row.failed,
  addedBy: row.addedBy,
  mine: row.mine,
  createdAt: toIso(row.createdAt),
  startedAt: isoOrNull(row.startedAt),
  endedAt: isoOrNull(row.endedAt),
});
