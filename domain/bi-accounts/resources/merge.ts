import type { Resource } from './contract.ts';

type State = Resource['state'];
export type ServiceCapacity = { id: string; name: string; sku: string; state: State; region: string };
export type AzureCapacity = {
  id: string;
  name: string;
  location: string;
  sku: string;
  state: State;
  kind: 'embedded' | 'fabric';
  resourceGroup: string;
};

const isOn = (state: State) => state === 'running' || state === 'resizing';

/**
 * Merges what both sources say about an account's capacities, by name: Azure knows what is licensed and paid for, the report service what
 * it runs on now. Where both report the state, Azure's wins, because the service learns of it later.
 */
export function mergeResources(
  account: { id: string; name: string },
  service: readonly ServiceCapacity[],
  azure: readonly AzureCapacity[],
): Resource[] {
  const facts = { accountId: account.id, accountName: account.name };
  const named = (name: string) => (one: { name: string }) => one.name.toLowerCase() === name.toLowerCase();
  const known = azure.map((one): Resource => {
    const there = service.find(named(one.name));
    const size = there?.sku || one.sku;
    return {
      ...{ id: `${account.id}/${one.id}`, name: one.name, ...facts, kind: one.kind, resourceGroup: one.resourceGroup || null },
      ...{ size: one.sku || null, currentSize: isOn(one.state) ? size || null : null, state: one.state },
      ...{ region: one.location || there?.region || '', capacityId: there?.id ?? null },
    };
  });
  const others = service
    .filter((one) => !azure.some(named(one.name)))
    .map(
      (one): Resource => ({
        ...{ id: `${account.id}/${one.id}`, name: one.name, ...facts, kind: null, resourceGroup: null, size: null },
        ...{ currentSize: isOn(one.state) ? one.sku || null : null, state: one.state, region: one.region, capacityId: one.id },
      }),
    );
  return [...known, ...others].sort((a, b) => a.name.localeCompare(b.name));
}
