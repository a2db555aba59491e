import { sql } from 'drizzle-orm';
import type { CustomValues } from '../../../domain/custom-fields/field.ts';
import { exportManaged } from '../../../domain/report-management/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset } from '../../request/keyset.ts';
import { getDay, getLanguage, getPart, tableFile } from '../../request/table-file.ts';
import { customCell, fieldsQuery, getFields } from '../custom-fields/index.ts';
import { columns } from './list-managed.ts';
import { exportRows } from './managed.sql.ts';
import { present } from './present-managed.ts';

/** The list of the current filter as CSV in the user's language; cells are escaped against formulas. */
export const exportReportsAsCsv = bind(exportManaged, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, 'position', sql`r.id`);
  const [{ rows }, fields] = await ctx.database.withTenant(getEntry(ctx, 'reports.manage'), (db) => [
    exportRows(db, input, list.orderBy, getPart(input)),
    fieldsQuery(db, 'report'),
  ]);
  const texts = exportTexts(getLanguage(ctx));
  const word = (value: boolean) => (value ? texts.yes : texts.no);
  return tableFile(
    ctx,
    texts.reportsFile,
    rows.map((row) => ({ ...present(row), values: row.custom_values })),
    {
      title: [texts.title, (row) => row.title],
      kind: [texts.kind, (row) => texts[row.kind]],
      group: [texts.group, (row) => row.group?.name],
      subgroup: [texts.subgroups, (row) => row.subgroup?.name],
      owner: [texts.owner, (row) => row.owner?.name],
      audience: [texts.audience, (row) => texts[`audience_${row.audience}`]],
      state: [texts.visibility, (row) => (row.hidden ? texts.hidden : texts.visible)],
      verified: [texts.verified, (row) => word(row.verified)],
      catalog: [texts.catalog, (row) => word(row.onCatalog)],
      identity: [texts.needsIdentity, (row) => word(row.needsIdentity)],
      data: [texts.dataAt, (row) => getDay(ctx, row.dataAt)],
      added: [texts.created, (row) => getDay(ctx, row.addedAt)],
      // Custom values are under their key.
      ...Object.fromEntries(
        getFields(fields).map(({ key }) => [key, [key, ({ values }: { values: CustomValues }) => customCell(values[key])] as const]),
      ),
    },
  );
});
