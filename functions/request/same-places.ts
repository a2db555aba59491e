import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Placed } from '../../domain/report-groups/reorder.ts';

/** Whether the rows of an order, locked in id order, are those that were read, each in its position. */
export const samePlaces = (locked: SQLWrapper, stored: readonly Placed[]): SQL =>
  sql`(select coalesce(jsonb_object_agg(locked.id, locked.position), '{}') from ${locked} as locked) = ${JSON.stringify(
    Object.fromEntries(stored.map(({ id, position }) => [id, position])),
  )}::jsonb`;
