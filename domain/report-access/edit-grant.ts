import type { Refusal } from '../errors/refusal.ts';
import { recordedInstant } from '../fields/recorded-instant.ts';
import type { ReportFilter } from '../reports/filters.ts';
import type { RlsIdentity } from '../reports/identity.ts';
import { fixedIdentity, type GrantIdentity } from './grant-rule.ts';
import type { SubjectKind } from './limits.ts';

/** What an edit replaces: null is no fixed identity, no filter, no end. */
export type GrantFields = {
  identity: RlsIdentity | null;
  filters: readonly ReportFilter[] | null;
  validUntil: string | null;
  note: string;
};
export type StoredGrant = GrantFields & { version: number; subject: SubjectKind; userId: string | null; userGroupId: string | null };
/** Filters, end and note that are omitted stay as they are. */
export type AskedGrant = {
  version: number;
  identity: GrantIdentity;
  filters?: readonly ReportFilter[] | undefined;
  validUntil?: string | null | undefined;
  note?: string | undefined;
  confirmed: boolean;
};
/** What the audit log stores about an edit, beside the id of the grant. */
type GrantEdit = {
  subject: SubjectKind;
  user?: string;
  userGroup?: string;
  confirmed: boolean;
  before: GrantFields;
  after: GrantFields;
};
export type EditGrantPlan = { version: number; fields: GrantFields; change: GrantEdit };

/** Decides whether the requested values can replace the version the user saw; `judgeGrant` decides whether such a grant may be given. */
export function decideGrantEdit(asked: AskedGrant, stored: StoredGrant | undefined): EditGrantPlan | Refusal {
  if (!stored) return { refused: 'not_found' };
  if (stored.version !== asked.version) return { refused: 'changed_meanwhile' };
  const { subject, userId, userGroupId } = stored;
  const fields = {
    identity: fixedIdentity(asked.identity),
    filters: asked.filters === undefined ? stored.filters : asked.filters.length > 0 ? asked.filters : null,
    validUntil: asked.validUntil === undefined ? stored.validUntil : asked.validUntil,
    note: asked.note ?? stored.note,
  };
  const change = {
    ...{ subject, ...(userId && { user: userId }), ...(userGroupId && { userGroup: userGroupId }), confirmed: asked.confirmed },
    before: recorded(stored),
    after: recorded(fields),
  };
  return { version: stored.version + 1, fields, change };
}

/** Instants as in the records that Postgres writes itself. */
const recorded = ({ identity, filters, validUntil, note }: GrantFields): GrantFields => ({
  ...{ identity, filters, note },
  validUntil: validUntil && recordedInstant(new Date(validUntil).toISOString()),
});
