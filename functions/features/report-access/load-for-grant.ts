import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { reports } from '../../../db/schema/reports.ts';
import { can } from '../../../domain/access/permissions.ts';
import { invalidInput } from '../../../domain/errors/invalid-input.ts';
import { throwIfRefused } from '../../../domain/errors/refusal.ts';
import { type GrantIdentity, refuseGrant } from '../../../domain/report-access/grant-rule.ts';
import type { SessionContext } from '../../request/context.ts';
import { getRestriction, type RestrictionRow } from './sql.ts';

/** The report as the grant rule sees it. */
export const restrictionQuery = (db: Db, reportId: string) =>
  db
    .select({
      needs_identity: reports.needsIdentity,
      needs_roles: reports.needsRoles,
      ignore_rls: reports.ignoreRls,
      restriction: reports.restriction,
    })
    .from(reports)
    .where(eq(reports.id, reportId));

type Asked = { identity: GrantIdentity; confirmed: boolean; validUntil?: string | null | undefined };

/** Applies the one rule; throws its refusal. */
export function allowGrant(ctx: SessionContext, report: RestrictionRow, people: { withoutOwn: number }, asked: Asked): void {
  if (asked.validUntil && Date.parse(asked.validUntil) <= ctx.clock.now()) throw invalidInput('validUntil', 'past');
  throwIfRefused(
    refuseGrant({
      report: getRestriction(report),
      identity: asked.identity,
      withoutOwn: people.withoutOwn,
      mayRelease: can(ctx.session, 'grants.unfiltered'),
      confirmed: asked.confirmed,
    }),
  );
}
