import type { Refusal } from '../errors/refusal.ts';
import type { CustomerStatus } from './limits.ts';

export type CustomerAction = 'block' | 'unblock' | 'delete' | 'restore';
export type StoredCustomer = {
  version: number;
  name: string;
  status: CustomerStatus;
  deleted: boolean;
  /** Deleted not too long ago. */
  restorable: boolean;
  /** Pays for a business unit, or is an active partner's own record. */
  used: boolean;
};
export type ChangePlan = {
  version: number;
  status: { status: 'A' | 'B'; statusReason: string | null } | null;
  change: { after: { name: string; reason: string | null } };
};

/** A block needs a reason. */
export const refuseUnexplained = (action: CustomerAction, reason: string): Refusal | null =>
  action === 'block' && !reason ? { refused: 'required', field: 'reason', vars: { name: 'reason' } } : null;

const fits: Record<CustomerAction, (party: StoredCustomer) => boolean> = {
  block: ({ status }) => status === 'A',
  unblock: ({ status }) => status === 'B',
  delete: () => true,
  restore: ({ deleted }) => deleted,
};

/** Decides a status change of one party, in the version that was seen. */
export function decideChange(
  { action, version, reason }: { action: CustomerAction; version: number; reason: string },
  stored: StoredCustomer | undefined,
): ChangePlan | Refusal {
  if (!stored || (stored.deleted && !(action === 'restore' && stored.restorable))) return { refused: 'not_found' };
  if (action === 'delete' && stored.used) return { refused: 'party_in_use' };
  if (stored.version !== version || !fits[action](stored)) return { refused: 'changed_meanwhile' };
  const status = action === 'block' ? ('B' as const) : action === 'unblock' ? ('A' as const) : null;
  return {
    version: version + 1,
    status: status && { status, statusReason: status === 'B' ? reason : null },
    change: { after: { name: stored.name, reason: reason || null } },
  };
}
