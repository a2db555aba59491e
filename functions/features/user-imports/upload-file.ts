import { AppError } from '../../../domain/errors/catalogue.ts';
import { guessMapping } from '../../../domain/user-imports/columns.ts';
import { type ImportState, uploadUserFile } from '../../../domain/user-imports/contract.ts';
import { largestFile } from '../../../domain/user-imports/limits.ts';
import { defaultChoices, noFixed } from '../../../domain/user-imports/options.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { readBytes } from '../../request/read-bytes.ts';
import { newId } from '../../services/ids.ts';
import { getSample, readPeopleFile } from './file/read-file.ts';
import { keepFile, lockFile, type NewImport } from './keep-import.sql.ts';
import { getLearned, type Learned, learnedQueries } from './learned.ts';

/**
 * Reads the file and stores its rows. The same file, uploaded twice or six times concurrently, is one draft: the second upload gets the
 * draft of the first, so that two tabs don't add the same users.
 */
export const takeFile = bind(uploadUserFile, async ({ name, sheet, replaces }, ctx, request) => {
  const bytes = await readBytes(request, largestFile);
  const read = await readPeopleFile(bytes, sheet);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hash = `${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}${read.sheet ? `:${read.sheet}` : ''}`;
  const [heads, fields] = await ctx.database.withTenant(getEntry(ctx, 'users.import'), (db) => learnedQueries(db, read.headers));
  const learned: Learned = getLearned(heads, fields);
  const id = newId(ctx.clock.now());
  const draft: NewImport = {
    source: 'file',
    name,
    hash,
    headerRow: read.headerRow,
    headers: read.headers,
    mapping: guessMapping(read.headers, learned.memory, learned.custom, getSample(read.rows, read.headerRow)),
    options: { choices: defaultChoices, fixed: noFixed, sheet: read.sheet, sheets: read.sheets },
    rows: read.rows,
  };
  const [, { rows }] = await ctx.database.withTenant(getEntry(ctx, 'users.import'), (db) => [
    lockFile(db, ctx, hash),
    keepFile(db, ctx, { id, draft, replaces }),
  ]);
  const [kept] = rows;
  if (!kept) throw new AppError('changed_meanwhile');
  return { id: kept.id, state: kept.state as ImportState }; // because the column holds no other
});
