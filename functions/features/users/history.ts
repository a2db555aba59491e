import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { raw } from '../../../db/raw.ts';
import { audit } from '../../../db/schema/audit-log.ts';
import { users } from '../../../db/schema/users.ts';
import { isAuditWhat } from '../../../domain/audit-log/words.ts';
import { customInWords } from '../../../domain/custom-fields/history.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { toIso } from '../../../domain/format/iso.ts';
import { exportUserHistory, userHistory } from '../../../domain/users/contract.ts';
import { recordTexts } from '../../../i18n/records-server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { facts, startedBy, whoActed, whoDid } from '../../request/history.ts';
import { getLanguage, partRange, tableFile } from '../../request/table-file.ts';
import { changed, changedInWords, getHistory } from '../audit-log/index.ts';
import { getPastFields, historyFieldsQuery } from '../custom-fields/index.ts';

const perPage = 50;
const maxPages = 20;

type Asked = { id: string; by?: string | undefined };
/** The records of a user, or of one author or of jobs if requested. */
function found({ id, by }: Asked): SQL | undefined {
  if (by === undefined) return eq(a.rowId, id);
  return and(eq(a.rowId, id), by === 'system' ? isNull(authorId) : sql`${by}::uuid in (${authorId}, a.actor_id)`);
}
const a = alias(audit, 'a');
const authorId = sql`coalesce(a.user_id, ${startedBy})`;
const recorded = {
  id: a.id,
  at: a.at,
  who: sql<string | null>`${whoDid}`,
  actor: sql<string | null>`${whoActed}`,
  what: a.what,
  change: sql<Record<string, unknown>>`${a.change}`,
  ip: a.ip,
};
const records = (db: Db, asked: Asked) => db.select(recorded).from(a).where(found(asked)).orderBy(desc(a.at), desc(a.id));
const there = (db: Db, id: string) => db.select({ name: users.name }).from(users).where(eq(users.id, id));
const maxAuthors = 50;
const authorRows = raw('users.authors', { id: 'uuid', name: 'text' });

export const readHistory = bind(userHistory, async ({ page = 1, ...asked }, ctx) => {
  const { id } = asked;
  const offset = (Math.min(page, maxPages) - 1) * perPage;
  const [[person], rows, custom, authors] = await ctx.database.withTenant(getEntry(ctx, 'users.read'), (db) => [
    there(db, id),
    records(db, asked)
      .limit(perPage + 1)
      .offset(offset),
    historyFieldsQuery(db, 'user'),
    authorRows(
      db,
      sql`select x.id, min(x.name) as name from (select ${authorId} as id, ${whoDid} as name from audit a where a.row_id = ${id}::uuid
          union select a.actor_id, ${whoActed} from audit a where a.row_id = ${id}::uuid and a.actor_id is not null) x
        where x.id is not null and x.name is not null group by x.id order by 2, 1 limit ${maxAuthors}`,
    ),
  ]);
  if (!person) throw new AppError('not_found');
  const reader = { fields: getPastFields(custom), language: getLanguage(ctx), own: ctx.tenant.language };
  return {
    authors: authors.rows,
    items: rows.slice(0, perPage).map((row) => ({
      id: row.id,
      at: toIso(row.at),
      who: row.who,
      actor: row.actor,
      what: row.what,
      ...customInWords({ before: facts(row.change.before), after: facts(row.change.after) }, reader),
      address: row.ip,
    })),
    more: rows.length > perPage && page < maxPages,
  };
});

export const exportHistory = bind(exportUserHistory, async (input, ctx) => {
  const range = partRange(input);
  const [[person], rows, custom] = await ctx.database.withTenant(getEntry(ctx, 'users.read'), (db) => [
    there(db, input.id),
    records(db, input).limit(range.take).offset(range.skip),
    historyFieldsQuery(db, 'user'),
  ]);
  if (!person) throw new AppError('not_found');
  const past = getHistory(custom, ctx);
  const { language } = past;
  const t = await recordTexts(language);
  const reader = { t, language, zone: ctx.tenant.zone };
  const getWhat = (recorded: string) => {
    // A membership change made from the group's side is named like one made from the user's.
    const what = recorded.replace('membership.', 'user.');
    return isAuditWhat(what) ? t(`audit.what.${what}`) : t('audit.what.other');
  };
  return tableFile(ctx, `${t('audit.file')} ${person.name}`, rows, {
    at: [t('audit.at'), (row) => formatDateTime(language, new Date(row.at), ctx.tenant.zone)],
    who: [t('audit.who'), (row) => row.who ?? t('audit.system')],
    actor: [t('audit.enteredBy'), (row) => row.actor],
    what: [t('audit.what'), (row) => getWhat(row.what)],
    fields: [t('audit.fields'), (row) => changedInWords(changed({ ...row, names: null }, past), reader)],
    address: [t('audit.address'), (row) => row.ip],
  });
});
