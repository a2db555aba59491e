import { type SQL, sql } from 'drizzle-orm';
import type { PartyRow } from '../../../domain/parties/contract.ts';
import type { PartyKind } from '../../../domain/parties/limits.ts';
import { fold } from '../../../domain/text/fold.ts';

export type Row = {
  id: string;
  kind: PartyKind;
  fantasy_name: string;
  legal_name: string | null;
  contact_name: string | null;
  person: 'legal' | 'physical';
  document: string | null;
  state_registration: string | null;
  commercial_phone: string | null;
  business_email: string | null;
  invoice_emails: string[];
  street: string | null;
  number: string | null;
  complement: string | null;
  neighborhood: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  country: string;
  seller: string | null;
  customer_code: string | null;
  status: PartyRow['status'];
  status_reason: string | null;
  version: number;
  created_at: string;
  deleted_at: string | null;
};

export const rowColumns = sql`c.id, c.kind, c.fantasy_name, c.legal_name, c.contact_name, c.person, c.document, c.state_registration, c.commercial_phone, c.business_email, c.invoice_emails, c.street, c.number, c.complement,
  c.neighborhood, c.city, c.state, c.postal_code, c.country, c.seller, c.customer_code, c.status, c.status_reason, c.version, c.created_at, c.deleted_at`;

export const presentParty = (row: Row): Omit<PartyRow, 'units'> => ({
  id: row.id,
  kind: row.kind,
  fantasyName: row.fantasy_name,
  legalName: row.legal_name ?? '',
  contactName: row.contact_name ?? '',
  person: row.person,
  document: row.document ?? '',
  stateRegistration: row.state_registration ?? '',
  commercialPhone: row.commercial_phone ?? '',
  businessEmail: row.business_email ?? '',
  invoiceEmails: row.invoice_emails,
  street: row.street ?? '',
  number: row.number ?? '',
  complement: row.complement ?? '',
  neighborhood: row.neighborhood ?? '',
  city: row.city ?? '',
  state: row.state ?? '',
  postalCode: row.postal_code ?? '',
  country: row.country,
  seller: row.seller ?? '',
  customerCode: row.customer_code ?? '',
  status: row.status,
  statusReason: row.status_reason,
  version: row.version,
  createdAt: new Date(row.created_at).toISOString(),
  deletedAt: row.deleted_at && new Date(row.deleted_at).toISOString(),
});

type Wanted = { kind: PartyKind; search?: string | undefined; view?: string | undefined; person?: string | undefined };

/** What was deleted more than 30 days ago is shown nowhere. */
const living = sql`(c.deleted_at is null or c.deleted_at > app.now() - interval '30 days')`;
const isUnused = sql`app.party_units(c.id) = 0`;

/** All but the view: what the counts of the views are counted over. */
export function narrowed({ kind, search, person }: Wanted): SQL {
  const all: SQL[] = [sql`c.kind = ${kind}`, living];
  if (person) all.push(sql`c.person = ${person}`);
  if (search) {
    const plain = search.replace(/[\s./-]+/g, '').toUpperCase();
    all.push(
      sql`(starts_with(c.sort_key, ${fold(search)}) or starts_with(c.document, ${plain || '-'}) or starts_with(c.customer_code, ${search.trim()}))`,
    );
  }
  return sql.join(all, sql` and `);
}

export function viewOf(view: string | undefined): SQL {
  if (view === 'D') return sql`c.deleted_at is not null`;
  if (view === 'unused') return sql`c.deleted_at is null and ${isUnused}`;
  return view ? sql`c.deleted_at is null and c.status = ${view}` : sql`c.deleted_at is null`;
}

export const countColumns = sql`count(*) filter (where c.deleted_at is null)::int as "all", count(*) filter (where c.deleted_at is null and c.status = 'A')::int as "A",
  count(*) filter (where c.deleted_at is null and c.status = 'B')::int as "B", count(*) filter (where c.deleted_at is not null)::int as "D", count(*) filter (where c.deleted_at is null and ${isUnused})::int as unused`;
