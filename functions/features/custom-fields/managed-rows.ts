import { sql } from 'drizzle-orm';
import type { ManagedField } from '../../../domain/custom-fields/contract.ts';
import { undoDays } from '../../../domain/custom-fields/limits.ts';
import { type FieldRow, fieldColumns, presentField } from './definitions.ts';

export type Row = FieldRow & {
  mine: boolean;
  disabled: boolean;
  gone_at: string | null;
  position: number;
  version: number;
  created_at: string;
};

export const managedColumns = sql`${fieldColumns}, f.mine, f.disabled_at is not null as disabled, f.deleted_at + make_interval(days => ${undoDays}) as gone_at, f.position, f.version, f.created_at`;

export const present = (row: Row): ManagedField => ({
  ...presentField(row),
  mine: row.mine,
  state: row.gone_at ? 'deleted' : row.disabled ? 'disabled' : 'active',
  goneAt: row.gone_at ? new Date(row.gone_at).toISOString() : null,
  position: row.position,
  version: row.version,
  createdAt: new Date(row.created_at).toISOString(),
});
