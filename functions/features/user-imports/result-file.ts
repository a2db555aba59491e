import { sql } from 'drizzle-orm';
import { formula } from '../../../domain/text/formula.ts';
import { importResult } from '../../../domain/user-imports/contract.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { isFaulty } from './checking.ts';
import { getLanguage } from './facts.ts';
import { findImport, oneImport, r } from './import-row.ts';
import { getTargets, learnedQueries } from './learned.ts';
import { getReason, wordOfState } from './reasons.ts';
import { shownRows } from './rows.ts';

const baseName = (name: string) =>
  name
    .replace(/\.(csv|txt|tsv|xlsx)$/i, '')
    .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .replace(/^[. ]+/, '')
    .trim()
    .slice(0, 80);

/** The file as uploaded, with edited cells, and the outcome of each row: it can be corrected in a spreadsheet and uploaded again. */
export const downloadResult = bind(importResult, async ({ id, only }, ctx) => {
  const where = only === 'problems' ? sql`(${isFaulty} or (r.state = 'failed' and not r.removed))` : undefined;
  const [found, rows, , fields] = await ctx.database.withTenant(getEntry(ctx, 'users.import'), (db) => [
    findImport(db, id),
    shownRows(db, id, where).orderBy(r.n),
    ...learnedQueries(db, []),
  ]);
  const row = oneImport(found);
  const language = getLanguage(ctx);
  const texts = exportTexts(language);
  const custom = getTargets(fields, ctx);
  const { default: papa } = await import('papaparse');
  const heads = row.headers.map((head, at) => head || `${texts['userImport.column']} ${at + 1}`);
  const lines = rows.map((line) => [
    ...row.headers.map((_, at) => line.cells[at] ?? ''),
    String(line.n),
    wordOfState(line, row.state, texts),
    getReason(line, texts, custom),
  ]);
  const csv = papa.unparse([[...heads, texts['userImport.row'], texts['userImport.result'], texts['userImport.reason']], ...lines], {
    delimiter: language === 'en-US' ? ',' : ';',
    escapeFormulae: formula,
  });
  const suffix = only === 'problems' ? texts['userImport.errorsFile'] : texts['userImport.resultFile'];
  return { filename: `${baseName(row.name) || texts['userImport.resultFile']} - ${suffix}.csv`, csv: `\ufeff${csv}`, rows: lines.length };
});
