import { sql } from 'drizzle-orm';
import { type AuditRow, exportAudit, listAudit } from '../../../domain/audit-log/contract.ts';
import { thingWords } from '../../../domain/audit-log/writing.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { recordTexts } from '../../../i18n/records-server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { getPart, tableFile } from '../../request/table-file.ts';
import { historyFieldsQuery } from '../custom-fields/index.ts';
import { changed, changedInWords, getHistory, type HistoryReader } from './audit-changes.ts';
import { type RecordRow, readFile, readPage } from './audit-log.sql.ts';

const columns: Record<string, SortColumn> = { at: { sql: sql`a.at`, cast: 'timestamptz' } };

const present = (row: RecordRow, past: HistoryReader): AuditRow => ({
  id: row.id,
  at: toIso(row.at),
  who: row.who,
  actor: row.actor,
  what: row.what,
  thing: row.thing,
  whom: row.whom,
  fields: changed(row, past),
  address: row.ip,
  folded: row.folded,
});

export const findAudit = bind(listAudit, async (input, ctx) => {
  const list = keyset(input, columns, '-at', sql`a.id`);
  const [rows, counted, custom] = await ctx.database.withTenant(getEntry(ctx, 'records.read'), (db) => [
    ...readPage(db, input, ctx.tenant.zone, list),
    historyFieldsQuery(db, 'user'),
  ]);
  const past = getHistory(custom, ctx);
  const { rows: kept, ...paging } = list.answer(rows.rows, counted.rows[0]?.n ?? 0);
  return { items: kept.map((row) => present(row, past)), ...paging };
});

export const exportAuditAsFile = bind(exportAudit, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, '-at', sql`a.id`);
  const [{ rows }, custom] = await ctx.database.withTenant(getEntry(ctx, 'records.read'), (db) => [
    readFile(db, input, ctx.tenant.zone, list, getPart(input)),
    historyFieldsQuery(db, 'user'),
  ]);
  const past = getHistory(custom, ctx);
  const { language } = past;
  const t = await recordTexts(language);
  const reader = { t, language, zone: ctx.tenant.zone };
  return tableFile(
    ctx,
    t('audit.file'),
    rows.map((row) => present(row, past)),
    {
      at: [t('audit.at'), (row) => formatDateTime(language, new Date(row.at), ctx.tenant.zone)],
      who: [
        t('audit.who'),
        (row) => [row.who, row.actor && t('audit.actor').replace('{{name}}', () => row.actor ?? '')].filter(Boolean).join(' '),
      ],
      what: [t('audit.what'), (row) => t(`audit.what.${row.what}`)],
      thing: [t('audit.thing'), (row) => thingWords(row, t)],
      whom: [t('audit.whom'), (row) => (row.whom === 'everyone' ? t('audit.everyone') : row.whom)],
      fields: [t('audit.fields'), (row) => changedInWords(row.fields, reader)],
      address: [t('audit.address'), (row) => row.address],
    },
  );
});
