import { sql } from 'drizzle-orm';
import { rowsOf } from '../../../db/client.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { reviewImport } from '../../../domain/report-management/import-contract.ts';
import { bind } from '../../http/bind.ts';
import { entryOf } from '../../http/context.ts';
import { findAccount, openUsable, orRefused, providerOf } from '../service/index.ts';
import { prepare } from './from-service.ts';
import { seesPlace } from './publish-write.ts';
import { mayAddReports, placeFits } from './write-parts.ts';

const mostNames = 20;
const mostCounted = 10_001;
type Facts = { fits: boolean; allowed: boolean };
type Unknown = { name: string; no_name: boolean };

/** Who will see what is about to be published, and who of those the models would refuse (BEHAVIOUR 15 #5). */
export const reviewBeforeImport = bind(reviewImport, async (input, ctx) => {
  const who = input.audience === 'nobody' ? sql`false` : seesPlace(input);
  const [found, facts, people, unknown, published] = await ctx.database.withTenant(entryOf(ctx, 'reports.manage'), (db) => [
    findAccount(db, ctx, input.accountId),
    db.execute(sql`select ${placeFits(input.groupId, input.subgroupId)} as fits, ${mayAddReports} as allowed`),
    db.execute(sql`select count(*)::int as n from (select 1 from users u where ${who} limit ${mostCounted}) c`),
    db.execute(
      sql`select u.name, u.rls_username is null as no_name from users u where ${who} and (u.rls_username is null or cardinality(u.rls_roles) = 0) order by u.sort_key, u.id limit ${mostCounted}`,
    ),
    db.execute(
      sql`select r.id, lower(r.service_report_id) as service_id from reports r where lower(r.workspace_id) = ${input.workspaceId.toLowerCase()} and r.service_report_id is not null`,
    ),
  ]);
  const account = await openUsable(ctx, found, 'accountId');
  const [place] = rowsOf<Facts>(facts);
  if (!place?.fits) throw new AppError('group_not_found', undefined, { field: 'groupId' });
  const prepared = await orRefused(ctx, prepare(providerOf(ctx), account, input.workspaceId, input.serviceIds, { withPages: false }));
  const here = new Map(rowsOf<{ id: string; service_id: string }>(published).map((row) => [row.service_id, row.id]));
  const roles = prepared.some(({ report }) => report?.needsRoles);
  const identity = prepared.some(({ report }) => report?.needsIdentity);
  const without = identity ? rowsOf<Unknown>(unknown).filter((person) => roles || person.no_name) : [];
  return {
    reports: prepared.map(({ serviceId, report, problem }) => ({
      serviceId,
      name: report?.name ?? '',
      needsIdentity: report?.needsIdentity ?? false,
      needsRoles: report?.needsRoles ?? false,
      problem,
      publishedAs: here.get(serviceId.toLowerCase()) ?? null,
    })),
    people: rowsOf<{ n: number }>(people)[0]?.n ?? 0,
    unknown: { count: without.length, names: without.slice(0, mostNames).map((person) => person.name) },
    mayAdd: place.allowed,
  };
});
