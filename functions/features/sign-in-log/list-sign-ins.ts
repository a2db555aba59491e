import { and, count, eq, or, type SQL, sql } from 'drizzle-orm';
import { signIns } from '../../../db/schema/sign-in-log.ts';
import { users } from '../../../db/schema/users.ts';
import { formatDateTime } from '../../../domain/format/date.ts';
import { agentWords } from '../../../domain/session/agent.ts';
import { exportSignIns, listSignIns, type SignInRow } from '../../../domain/sign-in-log/contract.ts';
import { outcomeKey } from '../../../domain/sign-in-log/outcome-key.ts';
import { fold } from '../../../domain/text/fold.ts';
import { recordTexts } from '../../../i18n/records-server.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { withinDays } from '../../request/day-range.ts';
import { keyset, type SortColumn } from '../../request/keyset.ts';
import { getLanguage, partRange, tableFile } from '../../request/table-file.ts';
import { presentSignIn, type SignInFacts, signInColumns } from './sign-in.ts';

type Row = SignInFacts & { userId: string; person: string; email: string };
type Filters = {
  search?: string | undefined;
  user?: string | undefined;
  way?: string | undefined;
  outcome?: string | undefined;
  address?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const columns: Record<string, SortColumn> = { at: { sql: sql`${signIns.at}`, cast: 'timestamptz' } };
const columnsShown = { ...signInColumns, userId: signIns.userId, person: users.name, email: users.email };
const itsPerson = and(eq(users.tenantId, signIns.tenantId), eq(users.id, signIns.userId));

function found({ search, user, way, outcome, address, ...days }: Filters, zone: string): SQL | undefined {
  return and(
    search
      ? or(sql`position(${fold(search)} in ${users.sortKey}) > 0`, sql`starts_with(${users.email}, ${search.trim().toLowerCase()})`)
      : undefined,
    user ? eq(signIns.userId, user) : undefined,
    way ? eq(signIns.way, way) : undefined,
    outcome ? eq(signIns.outcome, outcome) : undefined,
    address ? sql`starts_with(${signIns.address}, ${address})` : undefined,
    withinDays(sql`${signIns.at}`, days, zone),
  );
}

const present = ({ userId, person, email, ...row }: Row): SignInRow => ({ ...presentSignIn(row), userId, person, email });

export const findSignIns = bind(listSignIns, async (input, ctx) => {
  const list = keyset(input, columns, '-at', sql`${signIns.id}`);
  const where = found(input, ctx.tenant.zone);
  const [rows, [counted]] = await ctx.database.withTenant(getEntry(ctx, 'records.read'), (db) => [
    list.page(
      db
        .select({ ...columnsShown, sort_value: list.sortValue })
        .from(signIns)
        .innerJoin(users, itsPerson)
        .$dynamic(),
      where,
    ),
    db.select({ n: count() }).from(signIns).innerJoin(users, itsPerson).where(where),
  ]);
  const { rows: kept, ...paging } = list.answer(rows, counted?.n ?? 0);
  return { items: kept.map(({ sort_value: _, ...row }) => present(row)), ...paging };
});

export const exportSignInsAsFile = bind(exportSignIns, async (input, ctx) => {
  const list = keyset({ sort: input.sort }, columns, '-at', sql`${signIns.id}`);
  const { take, skip } = partRange(input);
  const [rows] = await ctx.database.withTenant(getEntry(ctx, 'records.read'), (db) => [
    db
      .select(columnsShown)
      .from(signIns)
      .innerJoin(users, itsPerson)
      .where(found(input, ctx.tenant.zone))
      .orderBy(list.orderBy)
      .limit(take)
      .offset(skip),
  ]);
  const language = getLanguage(ctx);
  const t = await recordTexts(language);
  const when = (at: string | null) => (at ? formatDateTime(language, new Date(at), ctx.tenant.zone) : '');
  return tableFile(ctx, t('signIns.file'), rows.map(present), {
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
