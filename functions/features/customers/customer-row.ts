import { and, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { parties } from '../../../db/schema/customers.ts';
import type { CustomerCounts, CustomerRow } from '../../../domain/customers/contract.ts';
import { optionalTexts } from '../../../domain/customers/fields.ts';
import { type CustomerKind, type CustomerView, undoDays } from '../../../domain/customers/limits.ts';
import { buildRecord, pick } from '../../../domain/fields/fields.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import { fold } from '../../../domain/text/fold.ts';

export const c = alias(parties, 'c');

const stored = ['id', 'kind', 'fantasyName', 'person', 'invoiceEmails', 'country', 'status', 'statusReason', 'version'] as const;

export const rowColumns = { ...pick(c, stored), ...pick(c, optionalTexts), createdAt: c.createdAt, deletedAt: c.deletedAt };
type Row = { [Name in keyof typeof rowColumns]: (typeof c.$inferSelect)[Name] };

export const presentCustomer = (row: Row): Omit<CustomerRow, 'units'> => ({
  ...pick(row, stored),
  ...buildRecord(optionalTexts, (name) => row[name] ?? ''),
  createdAt: toIso(row.createdAt),
  deletedAt: isoOrNull(row.deletedAt),
});

/** How many business units this client or partner pays for. */
export const units = sql<number>`app.party_units(c.id)`;

type Wanted = {
  kind: CustomerKind;
  search?: string | undefined;
  view?: CustomerView | undefined;
  person?: CustomerRow['person'] | undefined;
};

/** Deleted, but can still be restored. */
export const restorable = gt(c.deletedAt, sql`app.now() - make_interval(days => ${undoDays})`);
/** Everything that any view shows. */
export const living = or(isNull(c.deletedAt), restorable);

/** `and()` that never returns undefined, since undefined would render as nothing inside `sql`. */
const all = (...conditions: (SQL | undefined)[]): SQL => and(...conditions) ?? sql`true`;

/** All conditions except the view; the counts of the views use these. */
export function narrowed({ kind, search, person }: Wanted): SQL {
  const plain = search?.replace(/[\s./-]+/g, '').toUpperCase();
  const begins = (column: SQL, text: string) => sql`starts_with(${column}, ${text})`;
  return all(
    eq(c.kind, kind),
    living,
    person && eq(c.person, person),
    search
      ? or(begins(sql`c.sort_key`, fold(search)), begins(sql`c.document`, plain || '-'), begins(sql`c.customer_code`, search.trim()))
      : undefined,
  );
}

export function getView(view: CustomerView | undefined): SQL {
  if (view === 'D') return isNotNull(c.deletedAt);
  const there = isNull(c.deletedAt);
  if (view === 'unused') return all(there, sql`${units} = 0`);
  return view ? all(there, eq(c.status, view)) : there;
}

const counted = (view?: CustomerView) => sql<number>`count(*) filter (where ${getView(view)})::int`;
export const countColumns: Record<keyof CustomerCounts, SQL<number>> = {
  all: counted(),
  A: counted('A'),
  B: counted('B'),
  D: counted('D'),
  unused: counted('unused'),
};
