import { and, sql } from 'drizzle-orm';
import { exportCustomers } from '../../../domain/customers/contract.ts';
import { showPostalCode } from '../../../domain/customers/countries.ts';
import { showDocument } from '../../../domain/customers/document.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
import { getDay, getLanguage, partRange, tableFile } from '../../request/table-file.ts';
import { c, getView, narrowed, presentCustomer, rowColumns, units } from './customer-row.ts';
import { sortColumns } from './list-customers.ts';

export const exportAllCustomers = bind(exportCustomers, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, sortColumns, 'name', sql`c.id`);
  const range = partRange(input);
  const [rows] = await ctx.database.withTenant(getEntry(ctx, 'parties.manage'), (db) => [
    db
      .select({ ...rowColumns, units })
      .from(c)
      .where(and(narrowed(input), getView(input.view)))
      .orderBy(list.orderBy)
      .limit(range.take)
      .offset(range.skip),
  ]);
  const t = exportTexts(getLanguage(ctx));
  const items = rows.map((row) => ({ ...presentCustomer(row), units: row.units }));
  const status = { A: t.active, B: t.blocked, D: t.deleted };
  return tableFile(ctx, input.kind === 'client' ? t.clientsFile : t.partnersFile, items, {
    name: [t.name, (party) => party.fantasyName],
    legalName: [t.legalName, (party) => party.legalName],
    document: [t.document, (party) => showDocument(party.document)],
    contact: [t.contact, (party) => party.contactName],
    phone: [t.phone, (party) => party.commercialPhone],
    email: [t.email, (party) => party.businessEmail],
    invoiceEmails: [t.invoiceEmails, (party) => party.invoiceEmails.join(', ')],
    city: [t.city, (party) => [party.city, party.state].filter(Boolean).join(', ')],
    postalCode: [t.postalCode, (party) => showPostalCode(party.postalCode, party.country)],
    seller: [t.seller, (party) => party.seller],
    customerCode: [t.customerCode, (party) => party.customerCode],
    units: [t.units, (party) => party.units],
    status: [t.status, (party) => (party.deletedAt ? status.D : status[party.status])],
    created: [t.created, (party) => getDay(ctx, party.createdAt)],
  });
});
