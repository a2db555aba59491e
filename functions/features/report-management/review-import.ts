import { and, asc, count, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { reports } from '../../../db/schema/reports.ts';
import { users } from '../../../db/schema/users.ts';
import { AppError } from '../../../domain/errors/catalogue.ts';
import { reviewImport } from '../../../domain/report-management/import-contract.ts';
import { bind } from '../../request/bind.ts';
import { getEntry } from '../../request/context.ts';
import { findAccount, getProvider, openUsable, orRefused } from '../bi-accounts/index.ts';
import { prepare } from './from-service.ts';
import { seesPlace } from './publish.sql.ts';
import { readPlace } from './write-parts.ts';

const maxNames = 20;
const maxCounted = 10_001;

/** Who will see the reports about to be published, and which of these users the models would refuse (BEHAVIOUR 15 #5). */
export const reviewBeforeImport = bind(reviewImport, async (input, ctx) => {
  const who = input.audience === 'nobody' ? sql`false` : seesPlace(input);
  // `seesPlace` is about user u.
  const u = alias(users, 'u');
  const noIdentity = or(isNull(u.rlsUsername), sql`cardinality(${u.rlsRoles}) = 0`);
  const serviceId = sql<string>`lower(${reports.serviceReportId})`;
  const ofWorkspace = and(eq(sql`lower(${reports.workspaceId})`, input.workspaceId.toLowerCase()), isNotNull(reports.serviceReportId));
  const [found, facts, [people], unknown, published] = await ctx.database.withTenant(getEntry(ctx, 'reports.manage'), (db) => [
    findAccount(db, ctx, input.accountId),
    readPlace(db, input.groupId, input.subgroupId),
    db.select({ n: count() }).from(db.select({ id: u.id }).from(u).where(who).limit(maxCounted).as('c')),
    db
      .select({ name: u.name, noName: sql<boolean>`${u.rlsUsername} is null` })
      .from(u)
      .where(and(who, noIdentity))
      .orderBy(asc(u.sortKey), asc(u.id))
      .limit(maxCounted),
    db.select({ id: reports.id, serviceId }).from(reports).where(ofWorkspace),
  ]);
  const account = await openUsable(ctx, found, 'accountId');
  const [place] = facts.rows;
  if (!place?.fits) throw new AppError('group_not_found', undefined, { field: 'groupId' });
  const prepared = await orRefused(ctx, prepare(getProvider(ctx), account, input.workspaceId, input.serviceIds, { withPages: false }));
  const here = new Map(published.map((row) => [row.serviceId, row.id]));
  const roles = prepared.some(({ report }) => report?.needsRoles);
  const identity = prepared.some(({ report }) => report?.needsIdentity);
  const without = identity ? unknown.filter((person) => roles || person.noName) : [];
  return {
    reports: prepared.map(({ serviceId, report, problem }) => ({
      serviceId,
      name: report?.name ?? '',
      needsIdentity: report?.needsIdentity ?? false,
      needsRoles: report?.needsRoles ?? false,
      problem,
      publishedAs: here.get(serviceId.toLowerCase()) ?? null,
    })),
    people: people?.n ?? 0,
    unknown: { count: without.length, names: without.slice(0, maxNames).map((person) => person.name) },
    mayAdd: place.allowed ?? false,
  };
});
