import type { ErrorCode } from '../errors/catalogue.ts';
import type { ReportFilter } from '../reports/filters.ts';
import type { RlsIdentity } from '../reports/identity.ts';

/** As whom a grant shows the report: each person's own identity, one fixed here, or none. */
export type GrantIdentity = { as: 'own' } | { as: 'none' } | { as: 'fixed'; username: string; roles: readonly string[] };

/** The identity that a grant stores: null is each person's own, or none where the model takes none. Its roles are a set. */
export const fixedIdentity = (identity: GrantIdentity): RlsIdentity | null =>
  identity.as === 'fixed' ? { username: identity.username, roles: [...identity.roles].sort() } : null;

export type GrantedReport = {
  needsIdentity: boolean;
  needsRoles: boolean;
  /** "Ignore RLS" (Spec 3): everyone is seen under the role without a filter. */
  ignoresRls: boolean;
  /** What the author says the report uses (Spec 3, use of filter or RLS). */
  restriction: 'none' | 'filters' | 'rls';
};

export type GrantQuestion = {
  report: GrantedReport;
  identity: GrantIdentity;
  /** How many of the people named lack an identity of their own; people behind a group or everyone are not named. */
  withoutOwn: number;
  /** The right `grants.unfiltered`. */
  mayRelease: boolean;
  confirmed: boolean;
};

type Refusal = Extract<
  ErrorCode,
  'grant_identity_required' | 'grant_roles_required' | 'grant_identity_unused' | 'grant_confirmation_required' | 'not_permitted'
>;
export type GrantVerdict = { kind: 'ok' } | { kind: 'refused'; code: Refusal; field?: string };

const refused = (code: Refusal, field?: string): GrantVerdict => ({ kind: 'refused', code, ...(field && { field }) });

/** Whether the model demands an identity of each person; where RLS is ignored everyone has the same one already. */
export const demandsIdentity = (report: GrantedReport): boolean => report.needsIdentity && !report.ignoresRls;

/**
 * Tells whether a grant shows more than the author meant to show: the report uses filters or RLS, and no identity limits this grant.
 * Filters shape a view in the browser and never protect, so they do not count (ARCHITECTURE 10).
 */
export const releases = (report: GrantedReport): boolean => report.restriction !== 'none' && !demandsIdentity(report);

/**
 * May this grant be given (Spec 4, catalog request; BEHAVIOUR 5)? The one rule of grants by hand, by publishing and by the catalog:
 * a model that demands an identity gets one; a release needs its right and a second confirmation.
 */
export function judgeGrant({ report, identity, withoutOwn, mayRelease, confirmed }: GrantQuestion): GrantVerdict {
  if (demandsIdentity(report)) {
    if (identity.as === 'none') return refused('grant_identity_required', 'identity');
    if (identity.as === 'own') return withoutOwn > 0 ? refused('grant_identity_required', 'identity') : { kind: 'ok' };
    return report.needsRoles && identity.roles.length === 0 ? refused('grant_roles_required', 'identity') : { kind: 'ok' };
  }
  if (identity.as === 'fixed') return refused('grant_identity_unused', 'identity');
  if (!releases(report)) return { kind: 'ok' };
  if (!mayRelease) return refused('not_permitted');
  return confirmed ? { kind: 'ok' } : refused('grant_confirmation_required', 'confirmed');
}

// The service's basic filters take a list; its advanced ones take one condition or two (REPORT_SERVICE 3.4).
const mostValues: Record<ReportFilter['operator'], number> = {
  In: 100,
  NotIn: 100,
  Is: 2,
  IsNot: 2,
  Contains: 2,
  GreaterThan: 1,
  GreaterThanOrEqual: 1,
  LessThan: 1,
  LessThanOrEqual: 1,
};

/** Tells how many values a filter with this operator may have. */
export const mostValuesOf = (operator: ReportFilter['operator']): number => mostValues[operator];
export const fitsItsOperator = (filter: ReportFilter): boolean => filter.values.length <= mostValues[filter.operator];
