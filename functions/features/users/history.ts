import { type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '../../../db/client.ts';
import { customInWords, type PastField } from '../../../domain/custom-fields/past.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { isAuditWhat } from '../../../domain/sign-ins/words.ts';
import { exportUserHistory, userHistory } from '../../../domain/users/contract.ts';
import { recordTexts } from '../../../i18n/records-server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { startedBy, whoActed, whoDid } from '../../http/past.ts';
import { languageOf, partOf, tableFile } from '../../http/table-file.ts';
import { pastFieldsQuery } from '../custom-fields/index.ts';
import { changed, changedInWords, pastOf } from '../sign-ins/index.ts';

type Row = {
  id: string;
  at: string;
  who: string | null;
  actor: string | null;
  what: string;
  change: Record<string, unknown>;
  ip: string | null;
};
const perPage = 50;
const mostPages = 20;

const facts = (value: unknown): Record<string, unknown> =>
  value && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};

type Asked = { id: string; by?: string | undefined };
/** The records of a person, of one author or of jobs where that is asked. */
const found = ({ id, by }: Asked): SQL => {
  const author = by === undefined ? sql`true` : by === 'system' ? sql`${authorId} is null` : sql`${by}::uuid in (${authorId}, a.actor_id)`;
  return sql`a.row_id = ${id}::uuid and ${author}`;
};
const authorId = sql`coalesce(a.user_id, ${startedBy})`;
const recorded = sql`a.id, a.at, ${whoDid} as who, ${whoActed} as actor, a.what, a.change, a.ip`;
const there = (db: Db, id: string) => db.execute(sql`select name from users where id = ${id}::uuid`);
const mostAuthors = 50;

export const readHistory = bind(userHistory, async ({ page = 1, ...asked }, ctx) => {
  const { id } = asked;
  const offset = (Math.min(page, mostPages) - 1) * perPage;
  const [person, rows, custom, authors] = await ctx.database.withTenant(entryOf(ctx, 'users.read'), (db) => [
    there(db, id),
    db.execute(
      sql`select ${recorded} from audit a where ${found(asked)} order by a.at desc, a.id desc limit ${perPage + 1} offset ${offset}`,
    ),
    pastFieldsQuery(db, 'user'),
    db.execute(sql`select x.id, min(x.name) as name from (select ${authorId} as id, ${whoDid} as name from audit a where a.row_id = ${id}::uuid
        union select a.actor_id, ${whoActed} from audit a where a.row_id = ${id}::uuid and a.actor_id is not null) x where x.id is not null and x.name is not null group by x.id order by 2, 1 limit ${mostAuthors}`),
  ]);
  if (person.rows.length === 0) throw new AppError('not_found');
  const all = rowsOf<Row>(rows);
  const reader = { fields: rowsOf<PastField>(custom), language: languageOf(ctx), own: ctx.tenant.language };
  return {
    authors: rowsOf<{ id: string; name: string }>(authors),
    items: all.slice(0, perPage).map((row) => ({
      id: row.id,
      at: new Date(row.at).toISOString(),
      who: row.who,
      actor: row.actor,
      what: row.what,
      ...customInWords({ before: facts(row.change.before), after: facts(row.change.after) }, reader),
      address: row.ip,
    })),
    more: all.length > perPage && page < mostPages,
  };
});

export const exportHistory = bind(exportUserHistory, async (input, ctx) => {
  const [people, rows, custom] = await ctx.database.withTenant(entryOf(ctx, 'users.read'), (db) => [
    there(db, input.id),
    db.execute(sql`select ${recorded} from audit a where ${found(input)} order by a.at desc, a.id desc ${partOf(input)}`),
    pastFieldsQuery(db, 'user'),
  ]);
  const [person] = rowsOf<{ name: string }>(people);
  if (!person) throw new AppError('not_found');
  const past = pastOf(custom, ctx);
  const { language } = past;
  const t = await recordTexts(language);
  const reader = { t, language, zone: ctx.tenant.zone };
  const whatOf = (recorded: string) => {
    // A move that was made from the group's side is called as one made from the person's.
    const what = recorded.replace('membership.', 'user.');
    return isAuditWhat(what) ? t(`audit.what.${what}`) : t('audit.what.other');
  };
  return tableFile(ctx, `${t('audit.file')} ${person.name}`, rowsOf<Row>(rows), {
    at: [t('audit.at'), (row) => formatDateTime(language, new Date(row.at), ctx.tenant.zone)],
    who: [t('audit.who'), (row) => row.who ?? t('audit.system')],
    actor: [t('audit.enteredBy'), (row) => row.actor],
    what: [t('audit.what'), (row) => whatOf(row.what)],
    fields: [t('audit.fields'), (row) => changedInWords(changed({ ...row, names: null }, past), reader)],
    address: [t('audit.address'), (row) => row.ip],
  });
});
