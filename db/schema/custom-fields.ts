import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { CustomValue, FieldLimits, FieldOption, Words } from '../../domain/custom-fields/field.ts';
import type { FieldOwner, FieldType } from '../../domain/custom-fields/limits.ts';
import { at, bytewiseText, createdAt, tenantId, version } from './columns.ts';
import { tenants } from './tenants.ts';

/** Fields that a tenant adds to its people and reports (Spec 3); a global field also applies to the tenants below. */
export const customFields = pgTable(
  'custom_fields',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    // Immutable: `cf_…`; exports, imports and identities refer to it.
    key: text('key').notNull(),
    of: text('of').$type<FieldOwner>().notNull().default('user'),
    type: text('type').$type<FieldType>().notNull(),
    // By language: {"pt-BR": "Regional", …}; the tenant's language is always present.
    labels: jsonb('labels').$type<Words>().notNull().default({}),
    helps: jsonb('helps').$type<Words>().notNull().default({}),
    // Of lists and choices: [{value, labels, retired}].
    options: jsonb('options').$type<FieldOption[]>().notNull().default([]),
    defaultValue: jsonb('default_value').$type<CustomValue>(),
    // Format limits by type: longest, least, most, decimals, earliest, latest, pattern.
    limits: jsonb('limits').$type<FieldLimits>().notNull().default({}),
    required: boolean('required').notNull().default(false),
    global: boolean('global').notNull().default(false),
    searchable: boolean('searchable').notNull().default(false),
    // Its value may be part of an RLS identity; people then can't edit their own value.
    identity: boolean('identity').notNull().default(false),
    userVisible: boolean('user_visible').notNull().default(true),
    userEditable: boolean('user_editable').notNull().default(false),
    position: integer('position').notNull().default(0),
    disabledAt: at('disabled_at'),
    deletedAt: at('deleted_at'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    check('custom_fields_of', sql`${t.of} in ('user','report')`),
    check('custom_fields_type', sql`${t.type} in ('text','number','date','list','multiple','single')`),
    uniqueIndex('custom_fields_key').on(t.tenantId, t.key),
    index('custom_fields_position').on(t.tenantId, t.of, t.position, t.id),
  ],
);

/** The values of searchable fields, one row each, folded for the index; the row itself keeps all values in `custom`. */
export const customValues = pgTable(
  'custom_values',
  {
    tenantId: tenantId().references(() => tenants.id),
    rowId: uuid('row_id').notNull(),
    key: text('key').notNull(),
    value: bytewiseText('value').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.rowId, t.key, t.value] }),
    index('custom_values_found').on(t.tenantId, t.key, t.value, t.rowId),
  ],
);
