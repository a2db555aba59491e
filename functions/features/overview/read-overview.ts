import { can } from '../../../domain/access/permissions.ts';
import { isoOrNull } from '../../../domain/format/iso.ts';
import { type OverviewEntry, type OverviewNeed, readOverview } from '../../../domain/overview/contract.ts';
import { getSteps, type NeedKind, seatsAreShort } from '../../../domain/overview/steps.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { getAccountViewer } from '../bi-accounts/index.ts';
import { type Entry, type Named, readBelow, readFacts } from './overview.sql.ts';

const counted = (kind: NeedKind, count: number): OverviewNeed[] => (count ? [{ kind, count, id: null, name: null, at: null }] : []);
const named = (kind: NeedKind, rows: readonly Named[] = []): OverviewNeed[] =>
  rows.map(({ id, name, at, count }) => ({ kind, count: count ?? 1, id, name, at: isoOrNull(at ?? null) }));

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

/** Always one trip: lists and counts are limited, and the units below are read by index. */
export const readOwnOverview = bind(readOverview, async (_input, ctx) => {
  const { profile, kind } = ctx.session;
  const above = profile === 'master' && kind === 'own';
  // As the contracts of what is done about them say: no visitor changes a display, a user’s value or the mail server, and agents no task.
  const home = kind === 'own';
  const acting = {
    tasks: can(ctx.session, 'automation.manage') && kind !== 'remote',
    displays: home && can(ctx.session, 'playlists.devices'),
    values: home && can(ctx.session, 'customFields.manage'),
    mail: home && can(ctx.session, 'mail.manage'),
  };
  const [own, under] = await ctx.database.withTenant(getEntry(ctx, 'overview.read'), (db) => [
    readFacts(db, getAccountViewer(ctx), acting),
    readBelow(db, above),
  ]);
  const [facts] = own.rows;
  const below = under.rows[0]?.below;
  if (!facts) throw new Error('a tenant has a row');
  // A partner's limit covers its whole tree.
  const used = facts.users_used + (below?.people ?? 0);
  const people = facts.others + 1;
  const trial = facts.status === 'T' ? isoOrNull(facts.trial_ends_at) : null;
  return {
    steps: getSteps(profile, {
      accounts: facts.accounts,
      working: facts.working,
      workspaces: facts.workspaces,
      reports: facts.reports,
      units: below?.units ?? 0,
      others: facts.others,
      ownTheme: facts.own_theme,
    }),
    needs: [
      ...(trial ? [{ kind: 'trial' as const, count: 1, id: null, name: null, at: trial }] : []),
      ...named('secret', facts.secrets),
      ...named('account', facts.failing),
      ...named('mail', facts.mail),
      ...(seatsAreShort(used, facts.user_limit)
        ? [{ kind: 'seats' as const, count: Math.max(0, (facts.user_limit ?? 0) - used), id: null, name: null, at: null }]
        : []),
      ...counted('requests', facts.requests),
      ...counted('remote', facts.remote),
      ...counted('tasks', facts.tasks),
      ...counted('displays', facts.displays),
      ...counted('values', facts.values),
      ...counted('unidentified', facts.unidentified),
      ...named('import', facts.imports),
      ...counted('invited', facts.invited),
      ...named('unitTrial', below?.trials),
      ...named('unitSeats', below?.seats),
      ...named('unitInvited', below?.invited),
    ],
    seats: { used, limit: facts.user_limit, tree: Boolean(below) },
    people: { all: people, recent: Math.min(facts.recent, people) },
    reports: facts.reports,
    entries: (below?.entries ?? []).map(presentEntry),
  };
});
