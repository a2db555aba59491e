import type { ErrorCode } from '../errors/catalogue.ts';
import type { Refusal } from '../errors/refusal.ts';
import type { ReportFilter } from '../reports/filters.ts';
import type { RlsIdentity } from '../reports/identity.ts';

/** The identity under which a grant shows the report: each user's own, a fixed one, or none. */
export type GrantIdentity = { as: 'own' } | { as: 'none' } | { as: 'fixed'; username: string; roles: readonly string[] };

/** The identity that a grant stores: null is each user's own, or none where the model takes none. Its roles are a set. */
export const fixedIdentity = (identity: GrantIdentity): RlsIdentity | null =>
  identity.as === 'fixed' ? { username: identity.username, roles: [...identity.roles].sort() } : null;

export type GrantedReport = {
  needsIdentity: boolean;
  needsRoles: boolean;
  /** "Ignore RLS" (Spec 3): everyone views under the role without a filter. */
  ignoresRls: boolean;
  /** What the author says the report uses (Spec 3, use of filter or RLS). */
  restriction: 'none' | 'filters' | 'rls';
};

export const ownIdentities = ['none', 'name', 'roles'] as const;
/** What a user's own identity has: nothing, a name, or a name with roles. */
export type OwnIdentity = (typeof ownIdentities)[number];

/** Whether the report would refuse this identity of a user. */
export const isWithoutOwn = (own: OwnIdentity, report: GrantedReport): boolean => own === 'none' || (own === 'name' && report.needsRoles);

export type GrantQuestion = {
  report: GrantedReport;
  identity: GrantIdentity;
  /** How many of the named users lack an identity of their own; users who get it through a group or everyone aren't named. */
  withoutOwn: number;
  /** The permission `grants.unfiltered`. */
  mayRelease: boolean;
  confirmed: boolean;
};

type RefusalCode = Extract<
  ErrorCode,
  'grant_identity_required' | 'grant_roles_required' | 'grant_identity_unused' | 'grant_confirmation_required' | 'not_permitted'
>;
export type GrantVerdict = { kind: 'ok' } | { kind: 'refused'; code: RefusalCode; field?: string };

const refused = (code: RefusalCode, field?: string): GrantVerdict => ({ kind: 'refused', code, ...(field && { field }) });

type RowRules = Omit<GrantedReport, 'needsRoles'>;

/** Whether the model requires an identity of each user; where RLS is ignored everyone already has the same one. */
export const demandsIdentity = (report: RowRules): boolean => report.needsIdentity && !report.ignoresRls;

export const rowLimits = ['model', 'ignored', 'expected', 'none'] as const;
/** What limits the rows of a report, as its administrators read it before they give access. */
export function getRowLimits(report: RowRules): (typeof rowLimits)[number] {
  if (report.needsIdentity) return report.ignoresRls ? 'ignored' : 'model';
  return releases(report) ? 'expected' : 'none';
}

/**
 * Whether a grant shows more than the author intended: the report uses filters or RLS, and no identity limits this grant. Filters shape a
 * view in the browser and never protect, so they do not count (ARCHITECTURE 10).
 */
export const releases = (report: RowRules): boolean => report.restriction !== 'none' && !demandsIdentity(report);

/**
 * May this grant be given (Spec 4, catalog request; BEHAVIOUR 5)? The one rule for manual grants, publishing and the catalog: a model that
 * requires an identity gets one; giving access without filters needs its permission and a second confirmation.
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

/** The same as a refusal of the request; null if the grant may be given. */
export function refuseGrant(question: GrantQuestion): Refusal | null {
  const verdict = judgeGrant(question);
  if (verdict.kind === 'ok') return null;
  const { code, field } = verdict;
  return { refused: code, ...(field && { field }), ...(code === 'not_permitted' && { vars: { action: 'grants.unfiltered' } }) };
}

// The service's basic filters take a list; its advanced ones take one condition or two (REPORT_SERVICE 3.4).
const maxValues: Record<ReportFilter['operator'], number> = {
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

/** How many values a filter with this operator may have. */
export const getMaxValues = (operator: ReportFilter['operator']): number => maxValues[operator];
export const fitsItsOperator = (filter: ReportFilter): boolean => filter.values.length <= maxValues[filter.operator];
