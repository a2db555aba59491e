import { type SQL, sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { agentWords } from '../../../domain/session/agent.ts';
import { exportSignIns, listSignIns, type SignInRow } from '../../../domain/sign-ins/contract.ts';
import { outcomeKey } from '../../../domain/sign-ins/outcome-key.ts';
import { fold } from '../../../domain/text/fold.ts';
import { recordTexts } from '../../../i18n/records-server.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { withinDays } from '../../http/day-range.ts';
import { keyset, type SortColumn } from '../../http/keyset.ts';
import { languageOf, partOf, tableFile } from '../../http/table-file.ts';
import { presentSignIn, type SignInFacts, signInColumns } from './sign-in.ts';

type Row = SignInFacts & { user_id: string; person: string; email: string; sort_value: string };
type Filters = {
  search?: string | undefined;
  user?: string | undefined;
  way?: string | undefined;
  outcome?: string | undefined;
  address?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const columns: Record<string, SortColumn> = { at: { sql: sql`s.at`, cast: 'timestamptz' } };
const source = sql`sign_ins s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id`;
const fields = sql`${signInColumns}, s.user_id, u.name as person, u.email`;

function found({ search, user, way, outcome, address, ...days }: Filters, zone: string): SQL {
  const person = search
    ? sql`(position(${fold(search)} in u.sort_key) > 0 or starts_with(u.email, ${search.trim().toLowerCase()}))`
    : sql`true`;
  return sql`${person} and ${user ? sql`s.user_id = ${user}::uuid` : sql`true`} and ${way ? sql`s.way = ${way}` : sql`true`}
    and ${outcome ? sql`s.outcome = ${outcome}` : sql`true`} and ${address ? sql`starts_with(s.address, ${address})` : sql`true`} and ${withinDays(sql`s.at`, days, zone)}`;
}

const present = ({ user_id: userId, person, email, ...row }: Row): SignInRow => ({ ...presentSignIn(row), userId, person, email });

export const findSignIns = bind(listSignIns, async (input, ctx) => {
  const list = keyset(input, columns, '-at', sql`s.id`);
  const where = found(input, ctx.tenant.zone);
  const [rows, counted] = await ctx.database.withTenant(entryOf(ctx, 'records.read'), (db) => [
    db.execute(
      sql`select ${fields}, ${list.sortValue} as sort_value from ${source} where ${where} and ${list.where} order by ${list.orderBy} ${list.limit}`,
    ),
    db.execute(sql`select count(*)::int as n from ${source} where ${where}`),
  ]);
  const { rows: kept, ...paging } = list.answer(rowsOf<Row>(rows), rowsOf<{ n: number }>(counted)[0]?.n ?? 0);
  return { items: kept.map(present), ...paging };
});

export const exportSignInsAsFile = bind(exportSignIns, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, '-at', sql`s.id`);
  const [rows] = await ctx.database.withTenant(entryOf(ctx, 'records.read'), (db) => [
    db.execute(sql`select ${fields} from ${source} where ${found(input, ctx.tenant.zone)} order by ${list.orderBy} ${partOf(input)}`),
  ]);
  const language = languageOf(ctx);
  const t = await recordTexts(language);
  const when = (at: string | null) => (at ? formatDateTime(language, new Date(at), ctx.tenant.zone) : '');
  return tableFile(ctx, t('signIns.file'), rowsOf<Row>(rows).map(present), {
    at: [t('signIns.at'), (row) => when(row.at)],
    person: [t('signIns.person'), (row) => row.person],
    email: [t('signIns.email'), (row) => row.email],
    outcome: [t('signIns.outcome'), (row) => t(outcomeKey(row.outcome))],
    way: [t('signIns.way'), (row) => t(`signIns.way.${row.way}`)],
    vouched: [t('signIns.vouched'), (row) => (row.vouched ? t(`signIns.vouched.${row.vouched}`) : '')],
    address: [t('signIns.address'), (row) => row.address],
    device: [t('signIns.device'), (row) => agentWords(row.agent, language)],
    seen: [t('signIns.seen'), (row) => when(row.seenAt)],
  });
});
