import { sql } from 'drizzle-orm';
import { raw } from '../../../db/raw.ts';
import { type OverviewEntry, type OverviewNeed, readOverview } from '../../../domain/overview/contract.ts';
import { type NeedKind, seatsAreShort, stepsOf } from '../../../domain/overview/steps.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { accountViewerOf } from '../service/index.ts';
import { factsQuery, mostNamed, readFacts } from './facts.ts';

type Named = { id: string; name: string; at?: string | null; count?: number };
type Entry = {
  id: string;
  unit_id: string;
  unit: string;
  asked: string;
  state: OverviewEntry['state'];
  person: string | null;
  allowed_by: string | null;
  refusal: string | null;
  started_at: string | null;
  until: string | null;
};
type Below = { units: number; trials: Named[]; seats: Named[]; invited: Named[]; entries: Entry[] };

const readBelow = raw('overview.below', { below: 'jsonb?' });
const iso = (value: string | null | undefined): string | null => (value ? new Date(value).toISOString() : null);

const counted = (kind: NeedKind, count: number | null): OverviewNeed[] => (count ? [{ kind, count, id: null, name: null, at: null }] : []);
// The database makes these lists as jsonb.
const named = (kind: NeedKind, rows: unknown): OverviewNeed[] =>
  ((rows ?? []) as Named[]).map(({ id, name, at, count }) => ({ kind, count: count ?? 1, id, name, at: iso(at) }));

const presentEntry = ({ id, unit_id, unit, asked, state, person, allowed_by, refusal, started_at, until }: Entry): OverviewEntry => ({
  id,
  unit: { id: unit_id, name: unit },
  state,
  person,
  allowedBy: allowed_by,
  refusal,
  minutes: started_at && until ? Math.max(1, Math.round((Date.parse(until) - Date.parse(started_at)) / 60_000)) : null,
  at: new Date(started_at ?? asked).toISOString(),
});

/** One trip, whatever there is: lists are cut, counts stop, and what is below comes by index. */
export const readOwnOverview = bind(readOverview, async (_input, ctx) => {
  const { profile, kind } = ctx.session;
  const above = profile === 'master' && kind === 'own';
  const [[facts], below] = await ctx.database
    .withTenant(entryOf(ctx, 'overview.read'), (db) => [
      readFacts(db, factsQuery(accountViewerOf(ctx))),
      readBelow(db, above ? sql`select app.partner_overview(${mostNamed}::int) as below` : sql`select null::jsonb as below`),
    ])
    .then(([own, under]) => [own.rows, under.rows[0]?.below as Below | null | undefined] as const);
  if (!facts) throw new Error('a tenant has a row');
  const used = facts.users_used ?? 0;
  const people = (facts.others ?? 0) + 1;
  const trial = facts.status === 'T' ? iso(facts.trial_ends_at) : null;
  return {
    steps: stepsOf(profile, {
      accounts: facts.accounts ?? 0,
      working: facts.working ?? 0,
      workspaces: facts.workspaces ?? 0,
      reports: facts.reports ?? 0,
      units: below?.units ?? 0,
      others: facts.others ?? 0,
      ownTheme: facts.own_theme ?? false,
    }),
    needs: [
      ...(trial ? [{ kind: 'trial' as const, count: 1, id: null, name: null, at: trial }] : []),
      ...named('secret', facts.secrets),
      ...named('account', facts.failing),
      ...(seatsAreShort(used, facts.user_limit)
        ? [{ kind: 'seats' as const, count: Math.max(0, (facts.user_limit ?? 0) - used), id: null, name: null, at: null }]
        : []),
      ...counted('requests', facts.requests),
      ...counted('remote', facts.remote),
      ...counted('unidentified', facts.unidentified),
      ...named('import', facts.imports),
      ...counted('invited', facts.invited),
      ...named('unitTrial', below?.trials),
      ...named('unitSeats', below?.seats),
      ...named('unitInvited', below?.invited),
    ],
    seats: { used, limit: facts.user_limit },
    people: { all: people, recent: Math.min(facts.recent ?? 0, people) },
    reports: facts.reports ?? 0,
    entries: (below?.entries ?? []).map(presentEntry),
  };
});
