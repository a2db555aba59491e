import { azureKinds, getCapacity } from './azure-capacities.ts';
import { at, type Client, getItems, getObject, getText } from './client.ts';
import type { CapacityOverage, CapacityRights, ReportProvider } from './port.ts';
import { ServiceError } from './service-error.ts';

const permissionsVersion = '2022-04-01';
// Only this version of Fabric's API names the overage; everything else is asked with the one that is known everywhere.
const overageVersion = '2026-08-01';
const maxRefreshables = 100;

type Place = { path: string; kind: (typeof azureKinds)[number] };

/** Where Azure keeps a capacity. The id was stored by us, but a call that changes something still goes to a capacity only. */
function parseArmId(armId: string): Place {
  const [, subscription, group, provider, name] =
    /^\/subscriptions\/([^/]+)\/resourceGroups\/([^/]+)\/providers\/([^/]+)\/capacities\/([^/]+)$/i.exec(armId) ?? [];
  const kind = azureKinds.find((one) => one.provider.toLowerCase() === provider?.toLowerCase());
  if (!subscription || !group || !name || !kind) throw new ServiceError('not_found');
  return { path: at`/subscriptions/${subscription}/resourceGroups/${group}/providers/${kind.provider}/capacities/${name}`, kind };
}

/** Reading and changing one capacity in Azure (REPORT_SERVICE 1.3). */
export function controlling(
  client: Client,
): Pick<ReportProvider, 'azureCapacity' | 'changeAzureCapacity' | 'azureCapacityRights' | 'azureCapacityOverage'> {
  return {
    async azureCapacity(account, armId) {
      const { path, kind } = parseArmId(armId);
      const body = await client.ask(account, { path: `${path}?api-version=${kind.version}`, asPrincipal: true });
      return getCapacity(getObject(body), kind.kind);
    },

    async changeAzureCapacity(account, armId, change) {
      const { path, kind } = parseArmId(armId);
      const version = `api-version=${kind.version}`;
      if ('to' in change) {
        const verb = change.to === 'running' ? 'resume' : 'suspend';
        await client.reply(account, { method: 'POST', path: `${path}/${verb}?${version}`, asPrincipal: true });
        return;
      }
      // The size and its tier alone: properties in the body would replace the capacity's administrators.
      const sku = { name: change.size, tier: kind.kind === 'fabric' ? 'Fabric' : 'PBIE_Azure' };
      await client.reply(account, { method: 'PATCH', path: `${path}?${version}`, json: { sku }, asPrincipal: true });
    },

    async azureCapacityRights(account, armId) {
      const { path, kind } = parseArmId(armId);
      const permissions = `${path}/providers/Microsoft.Authorization/permissions?api-version=${permissionsVersion}`;
      return getRights(getItems(await client.ask(account, { path: permissions, asPrincipal: true })), kind.provider);
    },

    async azureCapacityOverage(account, armId) {
      const { path, kind } = parseArmId(armId);
      if (kind.kind !== 'fabric') return null;
      const body = getObject(await client.ask(account, { path: `${path}?api-version=${overageVersion}`, asPrincipal: true }));
      return getOverage(body.properties);
    },
  };
}

function getOverage(properties: unknown): CapacityOverage | null {
  // Because the fields are checked.
  const { administration } = (properties ?? {}) as { administration?: { overageSettings?: Record<string, unknown> } };
  const { enabled, thresholdCapacityUnitHours: hours } = administration?.overageSettings ?? {};
  if (typeof enabled !== 'boolean' && typeof enabled !== 'string') return null;
  return { enabled: enabled === true || /^(true|enabled)$/i.test(String(enabled)), hours: typeof hours === 'number' ? hours : null };
}

/** Actions may hold wildcards, and each role takes its own exceptions away. */
function getRights(roles: Record<string, unknown>[], provider: string): CapacityRights {
  const names = (value: unknown) => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);
  const matches = (pattern: string, action: string) => new RegExp(`^${pattern.split('*').map(escaped).join('.*')}$`, 'i').test(action);
  const may = (verb: string) => {
    const action = `${provider}/capacities/${verb}`;
    const allows = (patterns: unknown) => names(patterns).some((pattern) => matches(pattern, action));
    return roles.some(({ actions, notActions }) => allows(actions) && !allows(notActions));
  };
  return { write: may('write'), suspend: may('suspend/action'), resume: may('resume/action') };
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The service needs the right Capacity.Read.All for this and may refuse it; nothing else fails then. */
export const runningRefreshes =
  (client: Client): ReportProvider['runningRefreshes'] =>
  async (account, capacityId) => {
    try {
      const path = `${at`/capacities/${capacityId}/refreshables`}?$top=${maxRefreshables}`;
      const items = getItems(await client.ask(account, { path, asPrincipal: true }));
      const isRunning = (item: Record<string, unknown>) =>
        // Because getText checks the status.
        /^(unknown|inprogress|notstarted)$/i.test(getText((item.lastRefresh as { status?: unknown } | undefined)?.status));
      return items.filter(isRunning).length;
    } catch (error) {
      if (error instanceof ServiceError && ['forbidden', 'unauthorized', 'not_found'].includes(error.code)) return null;
      throw error;
    }
  };
