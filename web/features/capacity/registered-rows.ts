import type { Resource } from '../../../domain/bi-accounts/resources/contract.ts';
import type { Facts } from './types.ts';

/** The id of a row is its account's and Azure's. */
export const getArmId = ({ id, accountId }: Pick<Resource, 'id' | 'accountId'>) => id.slice(accountId.length + 1).toLowerCase();

/**
 * The registered capacities that no account of this unit lists, as rows of its list: those of all units for the platform, and one whose
 * account can't be asked now.
 */
export function registeredRows(rows: readonly Resource[], registered: readonly Facts[]): Resource[] {
  const listed = new Set(rows.map(getArmId));
  return registered
    .filter(({ armId }) => !listed.has(armId.toLowerCase()))
    .map(({ armId, name, kind, resourceGroup, region, size, state, owner }) => ({
      ...{ id: `:${armId.toLowerCase()}`, accountId: '', accountName: owner ?? '–', name, kind, resourceGroup, region, size, state },
      ...{ currentSize: state === 'running' ? size : null, capacityId: null },
    }));
}
