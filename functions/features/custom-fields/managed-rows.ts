import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { type RowOf, raw, type Shape } from '../../../db/raw.ts';
import type { ManagedField } from '../../../domain/custom-fields/contract.ts';
import { undoDays } from '../../../domain/custom-fields/limits.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import { type FieldRow, fieldColumns, fieldShape, fieldsHere, presentField } from './definitions.ts';

const managed = {
  ...fieldShape,
  mine: 'bool',
  disabled: 'bool',
  gone_at: 'timestamptz?',
  position: 'int4',
  version: 'int4',
  created_at: 'timestamptz',
} as const satisfies Shape;
type Row = RowOf<typeof managed> & FieldRow;
const managedRows = raw('custom_fields.managed', managed);

/** Reads fields f for their administration; the caller adds conditions or an order. */
export const readManaged = (db: Db, rest: SQL) =>
  managedRows(
    db,
    sql`select ${fieldColumns}, f.mine, f.disabled_at is not null as disabled, f.deleted_at + make_interval(days => ${undoDays}) as gone_at,
      f.position, f.version, f.created_at from ${fieldsHere} ${rest}`,
  );

// Values are checked before they are stored.
export const getManaged = ({ rows }: { rows: RowOf<typeof managed>[] }): ManagedField[] => (rows as Row[]).map(present);

const present = (row: Row): ManagedField => ({
  ...presentField(row),
  mine: row.mine,
  state: row.gone_at ? 'deleted' : row.disabled ? 'disabled' : 'active',
  goneAt: isoOrNull(row.gone_at),
  position: row.position,
  version: row.version,
  createdAt: toIso(row.created_at),
});
