import { type SQL, sql } from 'drizzle-orm';
import { type RowOf, typed } from '../../../db/raw.ts';
import type { GrantedReport } from '../../../domain/report-access/grant-rule.ts';
import type { RlsIdentity } from '../../../domain/reports/identity.ts';

/** The result of `restrictionColumns`. */
export const restrictionShape = {
  needs_identity: 'bool',
  needs_roles: 'bool',
  ignore_rls: 'bool',
  restriction: typed<GrantedReport['restriction']>('text'),
} as const;
export type RestrictionRow = RowOf<typeof restrictionShape>;

/** What the grant rule needs about report r. */
export const restrictionColumns = sql`r.needs_identity, r.needs_roles, r.ignore_rls, r.restriction`;

export const getRestriction = (row: RestrictionRow): GrantedReport => ({
  needsIdentity: row.needs_identity,
  needsRoles: row.needs_roles,
  ignoresRls: row.ignore_rls,
  restriction: row.restriction,
});

/** The report is unchanged since the rule saw it; otherwise the write does nothing. */
export const stillRestricted = (row: RestrictionRow) =>
  sql`r.needs_identity = ${row.needs_identity} and r.needs_roles = ${row.needs_roles}
    and r.ignore_rls = ${row.ignore_rls} and r.restriction = ${row.restriction}`;

/** The same for a rule that saw many reports at once; `seen` has a row of each. */
export const stillRestrictedAs = (seen: SQL) =>
  sql`(r.needs_identity, r.needs_roles, r.ignore_rls, r.restriction)
    = (${seen}.needs_identity, ${seen}.needs_roles, ${seen}.ignore_rls, ${seen}.restriction)`;

/** User u has no identity of their own that report r would accept. */
export const withoutOwn = sql`(u.rls_username is null or u.rls_username !~ '\\S' or (r.needs_roles and cardinality(u.rls_roles) = 0))`;

export const shownIdentity = (stored: RlsIdentity | null, demands: boolean) =>
  stored
    ? { as: 'fixed' as const, username: stored.username, roles: stored.roles }
    : { as: demands ? ('own' as const) : ('none' as const) };
