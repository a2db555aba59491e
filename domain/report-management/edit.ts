import type { CustomValues } from '../custom-fields/field.ts';
import type { Refusal } from '../errors/refusal.ts';
import { changes } from '../fields/changes.ts';
import { pick } from '../fields/fields.ts';
import type { ManagedFields } from './contract.ts';
import { type PlainField, plainFields, type ReportFacts } from './fields.ts';

export type StoredReport = Record<PlainField, unknown> & {
  version: number;
  kind: string;
  needsIdentity: boolean;
  group: string | null;
  subgroup: string | null;
  ownerId: string | null;
  owner: string | null;
  ignoreRls: boolean;
  ignoreRlsRole: string | null;
  custom: CustomValues;
};

/** Whether the requested place and owner exist. */
export type Found = { fits: boolean; group: string | null; subgroup: string | null; owner: { name: string; removed: boolean } | null };

/** Whether these fields are valid for a report of this kind and model. */
export function refuseFields(asked: ManagedFields, stored: Pick<StoredReport, 'kind' | 'needsIdentity'>): Refusal | null {
  const isLink = stored.kind === 'external';
  if (isLink && asked.externalUrl === null) return { refused: 'required', field: 'externalUrl', vars: { name: 'externalUrl' } };
  if (!isLink && asked.externalUrl !== null)
    return { refused: 'invalid_input', field: 'externalUrl', vars: { name: 'externalUrl', reason: 'unknown' } };
  // The report service refuses a role for a model without RLS.
  if (asked.ignoreRlsRole !== null && !stored.needsIdentity)
    return { refused: 'invalid_input', field: 'ignoreRlsRole', vars: { name: 'ignoreRlsRole', reason: 'unused' } };
  return null;
}

export type EditPlan = { version: number; change: { before: Partial<ReportFacts>; after: Partial<ReportFacts> } };

/** Decides whether the fields can replace the version the user saw. An owner who was removed may stay but can't be chosen again. */
export function decideEdit(asked: ManagedFields & { custom: CustomValues }, stored: StoredReport, found: Found): EditPlan | Refusal {
  const { groupId, subgroupId, ownerId } = asked;
  if (!found.fits) return { refused: 'not_found', field: subgroupId ? 'subgroupId' : 'groupId' };
  if (ownerId !== null && (!found.owner || (found.owner.removed && ownerId !== stored.ownerId)))
    return { refused: 'not_found', field: 'ownerId' };
  if (stored.version !== asked.version) return { refused: 'changed_meanwhile' };
  const { group, subgroup, owner, ignoreRls, ignoreRlsRole, custom } = stored;
  const before = { ...pick(stored, plainFields), group, subgroup, owner, ignoreRlsRole: ignoreRls ? ignoreRlsRole : null, custom };
  const after = {
    ...pick(asked, plainFields),
    group: groupId ? found.group : null,
    subgroup: subgroupId ? found.subgroup : null,
    owner: found.owner?.name ?? null,
    ignoreRlsRole: asked.ignoreRlsRole,
    custom: asked.custom,
  };
  return { version: stored.version + 1, change: changes<ReportFacts>(before, after) };
}
