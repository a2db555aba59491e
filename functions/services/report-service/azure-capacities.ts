import { at, type Client, getItems, getObject, getText } from './client.ts';
import type { AzureCapacity, AzureScope, CapacityState, ReportProvider, ServiceAccount } from './port.ts';
import { ServiceError } from './service-error.ts';

export const azureKinds = [
  { kind: 'embedded', provider: 'Microsoft.PowerBIDedicated', version: '2021-01-01' },
  { kind: 'fabric', provider: 'Microsoft.Fabric', version: '2023-11-01' },
] as const;
const maxPages = 20;

// One kind calls a running capacity Succeeded, the other Active (REPORT_SERVICE 1.3).
const states: Record<string, CapacityState> = {
  succeeded: 'running',
  active: 'running',
  paused: 'paused',
  suspended: 'paused',
  pausing: 'stopping',
  suspending: 'stopping',
  resuming: 'starting',
  preparing: 'starting',
  provisioning: 'starting',
  scaling: 'resizing',
  updating: 'resizing',
  failed: 'failed',
};
const capacityState = (word: string): CapacityState => states[word.toLowerCase()] ?? 'unknown';

/** A subscription that never had this kind of capacity answers an error; that is an empty list, not a failure. */
const isUnknownKind = (error: unknown) =>
  error instanceof ServiceError &&
  /MissingSubscriptionRegistration|InvalidResourceType|NoRegisteredProviderFound/.test(error.serviceCode ?? '');

export function listAzureCapacities(client: Client, base: string): ReportProvider['listAzureCapacities'] {
  async function list(
    account: ServiceAccount,
    scope: AzureScope,
    { kind, provider, version }: (typeof azureKinds)[number],
  ): Promise<AzureCapacity[]> {
    const group = scope.resourceGroup ? at`/resourceGroups/${scope.resourceGroup}` : '';
    let path: string | null =
      `${at`/subscriptions/${scope.subscriptionId}`}${group}/providers/${provider}/capacities?api-version=${version}`;
    const found: AzureCapacity[] = [];
    for (let page = 0; path && page < maxPages; page++) {
      const body = getObject(await client.ask(account, { path, asPrincipal: true }));
      found.push(...getItems(body).map((item) => getCapacity(item, kind)));
      // The next page may be on any host, but the token is sent to Azure's own address only.
      const next = getText(body.nextLink);
      path = next.startsWith(`${base}/`) ? next.slice(base.length) : null;
    }
    return found;
  }

  return async (account, scope) => {
    const lists = await Promise.all(
      azureKinds.map((kind) =>
        list(account, scope, kind).catch((error: unknown) => {
          if (isUnknownKind(error)) return [];
          throw error;
        }),
      ),
    );
    return lists.flat().sort((a, b) => a.name.localeCompare(b.name));
  };
}

export function getCapacity(item: Record<string, unknown>, kind: AzureCapacity['kind']): AzureCapacity {
  const sku = (item.sku ?? {}) as { name?: unknown; tier?: unknown }; // because both are checked by getText
  const properties = (item.properties ?? {}) as { state?: unknown; provisioningState?: unknown }; // because both are checked by getText
  const id = getText(item.id);
  return {
    ...{ id, name: getText(item.name), location: getText(item.location), sku: getText(sku.name), tier: getText(sku.tier), kind },
    state: capacityState(getText(properties.state) || getText(properties.provisioningState)),
    resourceGroup: /\/resourceGroups\/([^/]+)/i.exec(id)?.[1] ?? '',
  };
}
