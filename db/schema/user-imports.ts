import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { ImportState, RowState } from '../../domain/user-imports/contract.ts';
import type { StoredOptions } from '../../domain/user-imports/options.ts';
import type { ImportedPerson, Problem } from '../../domain/user-imports/read-row.ts';
import { at, createdAt, tenantId, version } from './columns.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';

/** Imports of people from a file or from another unit; the run goes on after the tab is closed (BEHAVIOUR 14). */
export const userImports = pgTable(
  'user_imports',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    source: text('source').$type<'file' | 'unit'>().notNull().default('file'),
    fromTenantId: uuid('from_tenant_id'),
    name: text('name').notNull(),
    // SHA-256 of the file and its sheet's name: with a row number, identifies what was imported before.
    hash: text('hash'),
    // The header row; rows up to it aren't people.
    headerRow: integer('header_row').notNull().default(0),
    headers: jsonb('headers').$type<string[]>().notNull().default([]),
    // For each column of the file: the field it fills, or null.
    mapping: jsonb('mapping').$type<(string | null)[]>().notNull().default([]),
    // Update existing people, make missing groups, send invitations, and the values for all rows; of a workbook its sheets.
    options: jsonb('options').$type<StoredOptions>().notNull().default({}),
    state: text('state').$type<ImportState>().notNull().default('mapping'),
    total: integer('total').notNull().default(0),
    invalid: integer('invalid').notNull().default(0),
    succeeded: integer('succeeded').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    cancelled: boolean('cancelled').notNull().default(false),
    takenUntil: at('taken_until'),
    addedById: uuid('added_by_id').notNull().default(sql`app.user_id()`),
    version: version(),
    createdAt: createdAt(),
    startedAt: at('started_at'),
    endedAt: at('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ name: 'user_imports_added_by', columns: [t.tenantId, t.addedById], foreignColumns: [users.tenantId, users.id] }),
    check('user_imports_source', sql`${t.source} in ('file','unit')`),
    check('user_imports_state', sql`${t.state} in ('mapping','review','running','done','cancelled')`),
    index('user_imports_list').on(t.tenantId, t.createdAt.desc(), t.id.desc()),
    index('user_imports_hash').on(t.tenantId, t.hash),
    index('user_imports_running_across').on(t.takenUntil).where(sql`state = 'running'`),
  ],
);

export const userImportRows = pgTable(
  'user_import_rows',
  {
    tenantId: tenantId().references(() => tenants.id),
    importId: uuid('import_id').notNull(),
    n: integer('n').notNull(),
    // The cells as they came, mended cells included.
    cells: jsonb('cells').$type<string[]>().notNull().default([]),
    // The parsed person, ready to be written; e-mail and phone have their own columns, so that duplicates are found by index.
    person: jsonb('person').$type<Partial<ImportedPerson>>().notNull().default({}),
    email: text('email'),
    phone: text('phone'),
    // [{field, code, vars}]: errors in the cells, or in the run.
    problems: jsonb('problems').$type<Problem[]>().notNull().default([]),
    // The same for conflicts with other rows and with existing people.
    clashes: jsonb('clashes').$type<Problem[]>().notNull().default([]),
    // Consequences that aren't errors: a group that will be created, a person who will be changed.
    notes: jsonb('notes').$type<Problem[]>().notNull().default([]),
    state: text('state').$type<RowState>().notNull().default('pending'),
    removed: boolean('removed').notNull().default(false),
    userId: uuid('user_id'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.importId, t.n] }),
    foreignKey({
      name: 'user_import_rows_import',
      columns: [t.tenantId, t.importId],
      foreignColumns: [userImports.tenantId, userImports.id],
    }).onDelete('cascade'),
    check('user_import_rows_state', sql`${t.state} in ('pending','failed','success')`),
    index('user_import_rows_state').on(t.tenantId, t.importId, t.state, t.n),
    index('user_import_rows_email').on(t.tenantId, t.importId, t.email),
    index('user_import_rows_phone').on(t.tenantId, t.importId, t.phone),
  ],
);

/** The field that a column with this name filled last time. */
export const importMappings = pgTable(
  'import_mappings',
  {
    tenantId: tenantId().references(() => tenants.id),
    header: text('header').notNull(),
    field: text('field').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.header] }), uniqueIndex('import_mappings_once').on(t.tenantId, t.header, t.field)],
);
