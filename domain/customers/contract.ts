import * as z from 'zod/mini';
import { endpoint } from '../contract/endpoint.ts';
import { changed, id, instant, version } from '../contract/fields.ts';
import { listInput, page } from '../contract/page.ts';
import { filePart, tableFile } from '../contract/table-file.ts';
import type { CustomerField } from './fields.ts';
import { customerKinds, customerSorts, customerStatuses, customerViews, maxEmailLength, maxReasonLength } from './limits.ts';

// Paying clients and partners' registration data (Spec 3, Client/Partner). The rules of the fields are in customer.ts.

const written = z._default(z.string().check(z.maxLength(500, 'too_long')), '');
export const customerInput = {
  fantasyName: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(500, 'too_long')),
  legalName: written,
  contactName: written,
  person: z._default(z.enum(['legal', 'physical']), 'legal'),
  document: written,
  stateRegistration: written,
  commercialPhone: written,
  businessEmail: written,
  invoiceEmails: z._default(z.array(z.string().check(z.maxLength(maxEmailLength, 'too_long'))).check(z.maxLength(50, 'too_long')), []),
  street: written,
  number: written,
  complement: written,
  neighborhood: written,
  city: written,
  state: written,
  postalCode: written,
  country: z._default(z.string().check(z.regex(/^[A-Z]{2}$/, 'invalid')), 'BR'),
  seller: written,
  customerCode: written,
} satisfies Record<CustomerField, unknown>;

const text = z.string();
const party = {
  id: text,
  kind: z.enum(customerKinds),
  fantasyName: text,
  legalName: text,
  contactName: text,
  person: z.enum(['legal', 'physical']),
  document: text,
  stateRegistration: text,
  commercialPhone: text,
  businessEmail: text,
  invoiceEmails: z.array(text),
  street: text,
  number: text,
  complement: text,
  neighborhood: text,
  city: text,
  state: text,
  postalCode: text,
  country: text,
  seller: text,
  customerCode: text,
  status: z.enum(customerStatuses),
  statusReason: z.nullable(text),
  version: z.number(),
  createdAt: instant,
  deletedAt: z.nullable(instant),
} satisfies Record<CustomerField, unknown> & Record<string, unknown>;
const partyRow = z.object({ ...party, units: z.number() });
export type CustomerRow = z.infer<typeof partyRow>;
const partyCounts = z.object({ all: z.number(), A: z.number(), B: z.number(), D: z.number(), unused: z.number() });
export type CustomerCounts = z.infer<typeof partyCounts>;

const kind = z._default(z.enum(customerKinds), 'client');
const filters = { kind, view: z.optional(z.enum(customerViews)), person: z.optional(z.enum(['legal', 'physical'])) };
const screens = ['client', 'companies', 'registration', 'partners'] as const;

export const listCustomers = endpoint({
  method: 'GET',
  path: '/api/auth/parties',
  needs: 'parties.manage',
  screens,
  summary: 'Lists the tenant’s paying clients, or the registration data of partners; searches by name, CNPJ, CPF or customer code.',
  input: z.strictObject({ ...listInput(customerSorts), ...filters }),
  output: z.object({ ...page(partyRow).shape, counts: partyCounts }),
});

export const exportCustomers = endpoint({
  method: 'GET',
  path: '/api/auth/parties/export',
  needs: 'parties.manage',
  screens,
  summary: 'Exports the same list as a table; formula cells are prefixed in CSV.',
  input: z.strictObject({ search: listInput(customerSorts).search, sort: listInput(customerSorts).sort, ...filters, ...filePart }),
  output: tableFile,
});

export const readCustomer = endpoint({
  method: 'GET',
  path: '/api/auth/parties/{id}',
  needs: 'parties.manage',
  screens,
  summary: 'Returns one client with the business units it pays for.',
  input: z.strictObject({ id }),
  output: z.object({
    ...party,
    units: z.array(z.object({ id: text, name: text, status: text, users: z.number(), userLimit: z.nullable(z.number()) })),
  }),
});

export const addCustomer = endpoint({
  method: 'POST',
  path: '/api/auth/parties',
  needs: 'parties.manage',
  screens,
  summary: 'Adds a paying client.',
  input: z.strictObject(customerInput),
  output: z.object({ id: text, version: z.number() }),
  errors: ['document_taken', 'customer_code_taken'],
});

export const editCustomer = endpoint({
  method: 'PUT',
  path: '/api/auth/parties/{id}',
  needs: 'parties.manage',
  screens,
  summary: 'Updates a client at the given version.',
  input: z.strictObject({ id, version, ...changed(customerInput) }),
  output: z.object({ id: text, version: z.number() }),
  errors: ['document_taken', 'customer_code_taken', 'changed_meanwhile'],
});

export const changeCustomer = endpoint({
  method: 'POST',
  path: '/api/auth/parties/{id}/status',
  needs: 'parties.manage',
  screens,
  summary: 'Blocks (with a reason), unblocks, deletes or, within 30 days, restores a client.',
  input: z.strictObject({
    id,
    version,
    action: z.enum(['block', 'unblock', 'delete', 'restore']),
    reason: z._default(z.string().check(z.trim(), z.maxLength(maxReasonLength, 'too_long')), ''),
  }),
  output: z.object({ version: z.number() }),
  errors: ['changed_meanwhile', 'party_in_use', 'document_taken', 'customer_code_taken'],
});

export const customerHistory = endpoint({
  method: 'GET',
  path: '/api/auth/parties/{id}/history',
  needs: 'parties.manage',
  screens,
  summary: 'Lists who changed this client, when, and the previous values.',
  input: z.strictObject({ id }),
  output: z.object({
    items: z.array(
      z.object({
        id: text,
        at: instant,
        who: z.nullable(text),
        what: text,
        before: z.record(z.string(), z.unknown()),
        after: z.record(z.string(), z.unknown()),
      }),
    ),
  }),
});
