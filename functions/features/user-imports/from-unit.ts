import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { normalEmail } from '../../../domain/session/sign-in.ts';
import { fold } from '../../../domain/text/fold.ts';
import { importFromUnit, importUnitPeople, importUnits } from '../../../domain/user-imports/contract.ts';
import { maxRows, maxUnits, peoplePerPage } from '../../../domain/user-imports/limits.ts';
import { defaultChoices, noFixed } from '../../../domain/user-imports/options.ts';
import { exportTexts } from '../../../i18n/server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { delegated } from '../../request/delegation.ts';
import { fromBase64, newId, toBase64Url } from '../../services/ids.ts';
import { getLanguage } from './facts.ts';
import { keepPeople } from './keep-import.sql.ts';

const allowedRow = raw('user_imports.allowed', { allowed: 'bool' });
const unitRows = raw('user_imports.units', { id: 'uuid', name: 'text', people: 'int4' });
const peopleRows = raw('user_imports.people_of_unit', {
  id: 'uuid',
  name: 'text',
  email: 'text',
  phone: 'text?',
  department: 'text?',
  position: 'text?',
  language: 'text?',
  sort_key: 'text',
  here: 'bool',
});
const recordTaken = raw('user_imports.taken', { taken: 'bool' });

/** The copied fields, in the order of the draft's columns. */
const copied = ['name', 'email', 'phone', 'department', 'position', 'language'] as const;

const readAllowed = (db: Db) =>
  allowedRow(
    db,
    sql`select coalesce(s."values"->>'user_import' = 'S', false) and ${delegated('below_user_import')} as allowed
      from settings s where s.tenant_id = (select app.tenant_id())`,
  );
const isAllowed = ({ rows: [row] }: Awaited<ReturnType<typeof readAllowed>>) => row?.allowed === true;

const stillAllowedRow = raw('user_imports.still_allowed', { allowed: 'bool?' });
/** Whether an import may still begin: one from another unit, only while app.import_units returns that unit. */
export const readStillAllowed = (db: Db, id: string) =>
  stillAllowedRow(
    db,
    sql`select case when i.source = 'unit' then exists (select from app.import_units() u where u.id = i.from_tenant_id) else true end as allowed
      from user_imports i where i.id = ${id}::uuid`,
  );

const readUnit = (db: Db, unit: string) => unitRows(db, sql`select id, name, people from app.import_units() where id = ${unit}::uuid`);

type AskedPeople = { unit: string; search: string; ids?: readonly string[] | undefined; after?: Cursor | null; limit: number };
type Cursor = { key: string; id: string };
const readPeople = (db: Db, { unit, search, ids, after, limit }: AskedPeople) => {
  const wanted = ids ? sql`(select array_agg(x::uuid) from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) x)` : sql`null`;
  return peopleRows(
    db,
    sql`select * from app.import_people(${unit}::uuid, ${fold(search)}, ${normalEmail(search)}, ${wanted}, ${after?.key ?? null},
      ${after?.id ?? null}::uuid, ${limit}::int)`,
  );
};

/** The units are the database's own answer (app.import_units): a caller's input can't widen it. */
export const findUnits = bind(importUnits, async (_, ctx) => {
  const [setting, units] = await ctx.database.withTenant(getEntry(ctx, 'users.import'), (db) => [
    readAllowed(db),
    unitRows(db, sql`select id, name, people from app.import_units() order by sort_key, id limit ${maxUnits}`),
  ]);
  return { allowed: isAllowed(setting), units: units.rows };
});

export const findUnitPeople = bind(importUnitPeople, async ({ unit, search, cursor }, ctx) => {
  const after = cursor ? readCursor(cursor) : null;
  const [setting, known, people] = await ctx.database.withTenant(getEntry(ctx, 'users.import'), (db) => [
    readAllowed(db),
    readUnit(db, unit),
    readPeople(db, { unit, search, after, limit: peoplePerPage + 1 }),
  ]);
  refuseUnless(setting, known);
  const { rows } = people;
  const last = rows.length > peoplePerPage ? rows[peoplePerPage - 1] : undefined;
  return {
    items: rows.slice(0, peoplePerPage).map(({ id, name, email, department, here }) => ({ id, name, email, department, here })),
    next: last ? toBase64Url(new TextEncoder().encode(JSON.stringify([last.sort_key, last.id]))) : null,
  };
});

/** Copies users into a draft and records the copy in their unit; accounts, passwords and permissions aren't copied. */
export const bringPeople = bind(importFromUnit, async ({ unit, ids, search }, ctx) => {
  const entry = getEntry(ctx, 'users.import');
  const [setting, known, people] = await ctx.database.withTenant(entry, (db) => [
    readAllowed(db),
    readUnit(db, unit),
    readPeople(db, { unit, search: ids ? '' : search, ids, limit: maxRows + 1 }),
  ]);
  refuseUnless(setting, known);
  const { rows } = people;
  if (rows.length > maxRows) throw new AppError('import_too_many', { count: maxRows });
  if (rows.length === 0 || (ids && new Set(ids).size !== rows.length)) throw new AppError('not_found', undefined, { field: 'ids' });
  const texts = exportTexts(getLanguage(ctx));
  const id = newId(ctx.clock.now());
  const draft = {
    source: 'unit' as const,
    name: known.rows[0]?.name ?? '',
    hash: null,
    headerRow: 0,
    headers: copied.map((field) => texts[`userImport.field.${field}`]),
    mapping: [...copied],
    options: { choices: defaultChoices, fixed: noFixed },
    rows: rows.map((person, at) => ({ n: at + 1, cells: copied.map((field) => person[field] ?? '') })),
  };
  await ctx.database.withTenant(entry, (db) => [
    keepPeople(db, ctx, { id, draft, unit }),
    recordTaken(db, sql`select true as taken from app.import_taken(${unit}::uuid, ${rows.length}::int, ${ctx.requestId})`),
  ]);
  return { id, people: rows.length };
});

function refuseUnless(setting: Awaited<ReturnType<typeof readAllowed>>, known: { rows: unknown[] }): void {
  if (!isAllowed(setting)) throw new AppError('function_disabled');
  if (known.rows.length === 0) throw new AppError('not_found', undefined, { field: 'unit' });
}

/** The end of a page; an invalid cursor is refused here and not by the database. */
function readCursor(text: string): Cursor {
  try {
    const [key, id] = JSON.parse(new TextDecoder().decode(fromBase64(text))) as unknown[]; // because the checks below look at both parts
    if (
      typeof key === 'string' &&
      !key.includes('\u0000') &&
      key.isWellFormed() &&
      typeof id === 'string' &&
      /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(id)
    )
      return { key, id };
  } catch {
    // Falls through to the one refusal.
  }
  throw new AppError('invalid_input', { reason: 'invalid' }, { field: 'cursor' });
}
