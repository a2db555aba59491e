import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import { getRowLimits } from '../../../domain/report-access/grant-rule.ts';
import type { ManagedRow } from '../../../domain/report-management/contract.ts';
import { coverKinds } from '../../../domain/report-management/limits.ts';
import type { Row } from './managed.sql.ts';

export function present(row: Row): ManagedRow {
  return {
    id: row.id,
    title: row.title,
    kind: row.kind,
    group: row.group_id ? { id: row.group_id, name: row.group_name ?? '', hue: row.hue ?? 0 } : null,
    subgroup: row.subgroup_id ? { id: row.subgroup_id, name: row.subgroup_name ?? '' } : null,
    owner: row.owner_id ? { id: row.owner_id, name: row.owner_name ?? '' } : null,
    cover: { kind: coverKinds.find((kind) => kind === row.cover_kind) ?? 'ridge', file: row.cover_file },
    verified: row.verified,
    hidden: row.hidden,
    onCatalog: row.on_catalog,
    needsIdentity: row.needs_identity,
    rowLimits: getRowLimits({ needsIdentity: row.needs_identity, ignoresRls: row.ignore_rls, restriction: row.restriction }),
    audience: row.audience,
    dataAt: isoOrNull(row.data_at),
    freshness: row.freshness,
    addedAt: toIso(row.created_at),
    custom: row.custom,
    version: row.version,
  };
}
