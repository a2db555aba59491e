import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Person } from '../../domain/customers/document.ts';
import type { CustomerKind, CustomerStatus } from '../../domain/customers/limits.ts';
import { at, createdAt, sortKey, tenantId, version } from './columns.ts';
import { tenants } from './tenants.ts';
import { users } from './users.ts';

/** Partners and clients: the paying parties, owned by the tenant that bills them (Spec 3, Client/Partner). */
export const parties = pgTable(
  'parties',
  {
    tenantId: tenantId().references(() => tenants.id),
    id: uuid('id').notNull(),
    kind: text('kind').$type<CustomerKind>().notNull(),
    // The tenant that a partner's record describes.
    ofTenantId: uuid('of_tenant_id').references(() => tenants.id),
    fantasyName: text('fantasy_name').notNull(),
    sortKey: sortKey(),
    legalName: text('legal_name'),
    contactName: text('contact_name'),
    person: text('person').$type<Person>().notNull().default('legal'),
    // CNPJ or CPF without marks, letters in capitals.
    document: text('document'),
    stateRegistration: text('state_registration'),
    commercialPhone: text('commercial_phone'),
    businessEmail: text('business_email'),
    invoiceEmails: text('invoice_emails').array().notNull().default(sql`'{}'`),
    street: text('street'),
    number: text('number'),
    complement: text('complement'),
    neighborhood: text('neighborhood'),
    city: text('city'),
    state: text('state'),
    postalCode: text('postal_code'),
    country: text('country').notNull().default('BR'),
    seller: text('seller'),
    customerCode: text('customer_code'),
    status: text('status').$type<CustomerStatus>().notNull().default('A'),
    statusReason: text('status_reason'),
    addedById: uuid('added_by_id').default(sql`app.user_id()`),
    deletedAt: at('deleted_at'),
    version: version(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ name: 'parties_added_by', columns: [t.tenantId, t.addedById], foreignColumns: [users.tenantId, users.id] }),
    check('parties_kind', sql`${t.kind} in ('partner','client')`),
    check('parties_person', sql`${t.person} in ('legal','physical')`),
    check('parties_status', sql`${t.status} in ('A','B','D')`),
    index('parties_document_across').on(t.document).where(sql`document is not null`),
    uniqueIndex('parties_document').on(t.tenantId, t.kind, t.document).where(sql`deleted_at is null`),
    uniqueIndex('parties_code').on(t.tenantId, t.kind, t.customerCode).where(sql`deleted_at is null`),
    uniqueIndex('parties_of_tenant').on(t.tenantId, t.ofTenantId).where(sql`deleted_at is null`),
    index('parties_name').on(t.tenantId, t.kind, t.sortKey, t.id),
    index('parties_created').on(t.tenantId, t.kind, t.createdAt, t.id),
  ],
);
