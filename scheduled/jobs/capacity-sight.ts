import { isUnexpected, type Operation, type Refusal, type Sight, type Stored } from '../../domain/capacity/look.ts';
import { capacityProblems } from '../../domain/capacity/rules.ts';
import { type ReportProvider, ServiceError } from '../../functions/services/report-service/port.ts';
import { powerBi, serviceAddresses } from '../../functions/services/report-service/powerbi.ts';
import { sealer } from '../../functions/services/seal.ts';
import type { Tick } from '../tick.ts';
import type { Claimed } from './capacity-claim.ts';

/** One capacity in Azure, by the account of its owner. */
export type Azure = {
  look(): Promise<Sight>;
  /** Asks for one change; null where Azure took it on. */
  change(call: Operation, size: string | null): Promise<Refusal | null>;
  /** Refreshes that run on it, unknown ones included; null if the service doesn't say. */
  refreshes(): Promise<number | null>;
  /** Refreshes that run of these models, which the account reads itself; one that can't be read counts as none. */
  getRefreshes(models: readonly Model[]): Promise<number>;
};
export type Model = { workspace: string; dataset: string };

const toRefusal = (error: unknown): Refusal => {
  if (!(error instanceof ServiceError)) throw error;
  const problem = capacityProblems.find((one) => one === error.code) ?? 'unavailable';
  return { problem, retryAfterMs: error.retryAfterMs };
};

/** Opens the owner's account; null for one that is switched off or gone. */
export async function getAzure({ env }: Tick, claimed: Claimed): Promise<Azure | null> {
  const { account, arm_id: armId, owner_tenant_id: tenantId, service_capacity_id: serviceId } = claimed;
  if (!account || account.disabled) return null;
  const { directoryId, appId, profileId, secretSealed } = account;
  const secret = await sealer(env.SEAL_KEYS).open(secretSealed, {
    tenantId,
    table: 'service_accounts',
    rowId: account.id,
    column: 'secret_sealed',
  });
  const provider: ReportProvider = powerBi(serviceAddresses(env));
  const opened = { directoryId, appId, secret, profileId };
  return {
    async look() {
      try {
        const { state, sku } = await provider.azureCapacity(opened, armId);
        return { state, size: sku };
      } catch (error) {
        return toRefusal(error);
      }
    },
    async change(call, size) {
      try {
        const change = call === 'resize' ? { size: size ?? '' } : { to: call === 'resume' ? ('running' as const) : ('paused' as const) };
        await provider.changeAzureCapacity(opened, armId, change);
        return null;
      } catch (error) {
        return toRefusal(error);
      }
    },
    async refreshes() {
      if (!serviceId) return null;
      return provider.runningRefreshes(opened, serviceId).catch((error: unknown) => {
        if (!(error instanceof ServiceError)) throw error;
        return null;
      });
    },
    async getRefreshes(models) {
      const latest = await Promise.all(
        models.map(({ workspace, dataset }) =>
          provider.refreshes(opened, workspace, dataset, 1).catch((error: unknown) => {
            if (!(error instanceof ServiceError)) throw error;
            return [];
          }),
        ),
      );
      return latest.filter(([run]) => run?.outcome === 'running').length;
    },
  };
}

/** What Azure says; a state that the portal neither knows nor asked for is seen twice before it is believed. */
export async function see(azure: Azure | null, stored: Stored): Promise<Sight> {
  if (!azure) return { problem: 'account_disabled' };
  const first = await azure.look();
  if (!isUnexpected(stored, first)) return first;
  const second = await azure.look();
  if ('problem' in first || 'problem' in second) return second;
  return first.state === second.state && first.size === second.size ? second : { problem: 'flapping' };
}
