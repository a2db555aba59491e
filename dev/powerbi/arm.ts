import { azureState, change as beginChange, type SimCapacity, settled, sizesByKind } from './capacity.ts';
import { azureScope } from './entra.ts';
import { text, toJson } from './rest/shared.ts';
import { stopWork } from './rest/work.ts';
import { newId, refuse, type Sim, type SimApp, type SimContext } from './sim.ts';
import { readToken } from './tokens.ts';

const kinds: Record<string, SimCapacity['kind']> = { 'microsoft.powerbidedicated': 'embedded', 'microsoft.fabric': 'fabric' };
/** The later version of Fabric says more about the administration of a capacity. */
const overageVersion = '2026-08-01';
const versions: Record<SimCapacity['kind'], readonly string[]> = { embedded: ['2021-01-01'], fabric: ['2023-11-01', overageVersion] };
const providers: Record<SimCapacity['kind'], string> = { embedded: 'Microsoft.PowerBIDedicated', fabric: 'Microsoft.Fabric' };

const permissionsVersion = '2022-04-01';

/** Ids of Azure are the same in upper and lower case. */
const isSame = (one: string, other: string | undefined) => one.toLowerCase() === other?.toLowerCase();

const getMembers = (properties: unknown): string[] => {
  const { administration } = (properties ?? {}) as { administration?: { members?: unknown } }; // because what is read of it is checked
  const members = administration?.members;
  return Array.isArray(members) ? members.filter((one) => typeof one === 'string') : [];
};

/** Fabric's lists come in pages, each with the address of the next; the other kind's in one. */
const fabricPage = 2;
function getPage(c: SimContext, items: readonly unknown[]) {
  if (c.req.param('provider')?.toLowerCase() !== 'microsoft.fabric') return { value: items };
  const from = Number(c.req.query('$skiptoken') ?? 0);
  const next = new URL(c.req.url);
  next.searchParams.set('$skiptoken', String(from + fabricPage));
  return { value: items.slice(from, from + fabricPage), ...(from + fabricPage < items.length && { nextLink: next.href }) };
}

/** Azure Resource Manager: capacities of both kinds, paused, started and resized over the time that each takes (REPORT_SERVICE 1.3). */
export function armFace(app: SimApp, sim: Sim): void {
  app.use('/subscriptions/*', async (c, next) => {
    const [scheme, given] = (c.req.header('authorization') ?? '').split(' ');
    const token = scheme === 'Bearer' && given ? readToken('entra', given) : null;
    const principal = token && sim.world.byApp(token.appId);
    if (!token || !principal)
      return refuse(c, 401, 'AuthenticationFailed', 'Authentication failed. The Authorization header is missing or invalid.');
    if (token.scope !== azureScope)
      return refuse(c, 401, 'InvalidAuthenticationTokenAudience', 'The access token has been obtained for the wrong audience or resource.');
    if (token.endsAt <= sim.now()) return refuse(c, 401, 'ExpiredAuthenticationToken', 'The access token has expired.');
    if (!c.req.query('api-version')) return refuse(c, 400, 'MissingApiVersionParameter', 'The api-version query parameter is required.');
    c.header('x-ms-request-id', c.get('requestId'));
    c.header('x-ms-ratelimit-remaining-subscription-reads', '11999');
    c.set('principal', principal);
    return next();
  });

  const getKind = (c: SimContext) => kinds[(c.req.param('provider') ?? '').toLowerCase()];
  const inGroup = (c: SimContext, capacity: SimCapacity) =>
    c.req.param('group') === undefined || capacity.resourceGroup.toLowerCase() === c.req.param('group')?.toLowerCase();
  const refused = (c: SimContext): Response | null => {
    const subscription = c.req.param('subscription');
    const { subscriptionId, capacities } = c.get('principal');
    if (!isSame(subscriptionId, subscription))
      return refuse(c, 404, 'SubscriptionNotFound', `The subscription '${subscription}' could not be found.`);
    const kind = getKind(c);
    if (!kind) return refuse(c, 404, 'InvalidResourceNamespace', 'The resource namespace is invalid.');
    if (!versions[kind].includes(c.req.query('api-version') ?? ''))
      return refuse(c, 400, 'InvalidResourceType', `The resource type could not be found for api version '${c.req.query('api-version')}'.`);
    const group = c.req.param('group');
    if (
      group !== undefined &&
      group.toLowerCase() !== c.get('principal').resourceGroup.toLowerCase() &&
      !capacities.some((capacity) => inGroup(c, capacity))
    )
      return refuse(c, 404, 'ResourceGroupNotFound', `Resource group '${group}' could not be found.`);
    return null;
  };
  const find = (c: SimContext) =>
    c.get('principal').capacities.find((one) => one.kind === getKind(c) && inGroup(c, one) && isSame(one.name, c.req.param('name')));
  const missing = (c: SimContext) => refuse(c, 404, 'ResourceNotFound', `The Resource '${c.req.param('name')}' was not found.`);

  let looks = 0;
  const body = (capacity: SimCapacity, { isFlapping = false, version = '' } = {}) => {
    const state = isFlapping && ++looks % 2 === 0 ? 'Paused' : azureState(capacity, sim.now());
    const { kind, sku } = capacity;
    return {
      id: `/subscriptions/${capacity.subscriptionId}/resourceGroups/${capacity.resourceGroup}/providers/${providers[kind]}/capacities/${capacity.name}`,
      name: capacity.name,
      type: `${providers[kind]}/capacities`,
      location: capacity.location,
      tags: {},
      sku: { name: sku, tier: kind === 'embedded' ? 'PBIE_Azure' : 'Fabric' },
      properties: {
        state,
        provisioningState: capacity.change ? 'Updating' : 'Succeeded',
        administration: {
          members: capacity.admins,
          ...(version === overageVersion && capacity.overage && { overageSettings: capacity.overage }),
        },
        ...(kind === 'embedded' && { mode: 'Gen2' }),
      },
    };
  };
  // Fabric answers with the address of the operation; for an embedded capacity its own state is polled.
  const accepted = (c: SimContext) => {
    if (getKind(c) === 'embedded') return c.body(null, 202);
    c.header(
      'location',
      `${sim.origin}${c.req.path.replace(/\/(suspend|resume)$/, '')}/operationresults/${newId()}?api-version=${c.req.query('api-version')}`,
    );
    c.header('retry-after', '1');
    return c.body(null, 202);
  };
  /** Looking is one right, changing another: a principal that may only read learns so at the call. */
  const forbidden = (c: SimContext, capacity: SimCapacity, action: string): Response | null =>
    !c.get('principal').readsOnly.has(capacity.id)
      ? null
      : refuse(
          c,
          403,
          'AuthorizationFailed',
          `The client has no authorization to perform '${providers[capacity.kind]}/capacities/${action}'.`,
        );
  const turn = (to: 'running' | 'paused', word: 'Resuming' | 'Pausing') => (c: SimContext) => {
    const capacity = find(c);
    const no = refused(c);
    if (no || !capacity) return no ?? missing(c);
    const refusal = forbidden(c, capacity, to === 'running' ? 'resume/action' : 'suspend/action');
    if (refusal) return refusal;
    const now = sim.now();
    const { state, change, sku } = settled(capacity, now);
    if (change) return refuse(c, 409, 'ServiceIsBusy', 'The capacity is in the middle of another operation.');
    if (state === to) return refuse(c, 400, 'BadRequest', `Service is not ready to be updated: it is ${to} already.`);
    beginChange(capacity, word, to, sku, now, c.get('effect').armFault === 'stuck');
    if (to === 'paused') stopWork(sim, capacity.id, now);
    return accepted(c);
  };

  for (const place of ['/subscriptions/:subscription', '/subscriptions/:subscription/resourceGroups/:group']) {
    const list = `${place}/providers/:provider/capacities`;
    app.get(list, (c) => {
      const found = c.get('principal').capacities.filter((one) => one.kind === getKind(c) && inGroup(c, one));
      return (
        refused(c) ??
        c.json(
          getPage(
            c,
            found.map((one) => body(one)),
          ),
        )
      );
    });
    app.get(`${list}/:name`, (c) => {
      const capacity = find(c);
      return (
        refused(c) ??
        (capacity
          ? c.json(body(capacity, { isFlapping: c.get('effect').armFault === 'flapping', version: c.req.query('api-version') ?? '' }))
          : missing(c))
      );
    });
    app.get(`${list}/:name/skus`, (c) => {
      const capacity = find(c);
      const no = refused(c);
      if (no || !capacity) return no ?? missing(c);
      const tier = capacity.kind === 'embedded' ? 'PBIE_Azure' : 'Fabric';
      return c.json({
        value: sizesByKind[capacity.kind].map((name) => ({ resourceType: `${providers[capacity.kind]}/capacities`, sku: { name, tier } })),
      });
    });
    app.get(`${list}/:name/providers/Microsoft.Authorization/permissions`, (c) => {
      if (c.req.query('api-version') !== permissionsVersion)
        return refuse(c, 400, 'InvalidResourceType', 'The api version is not supported.');
      const capacity = find(c);
      if (!capacity) return missing(c);
      const actions = ['read', 'write', 'suspend/action', 'resume/action'].map((verb) => `${providers[capacity.kind]}/capacities/${verb}`);
      return c.json({
        value: [
          {
            actions: !c.get('principal').readsOnly.has(capacity.id) ? actions : actions.slice(0, 1),
            notActions: [],
            dataActions: [],
            notDataActions: [],
          },
        ],
      });
    });
    app.get(`${list}/:name/operationresults/:operation`, (c) => {
      const capacity = find(c);
      if (!capacity) return missing(c);
      return settled(capacity, sim.now()).change ? accepted(c) : c.json(body(capacity));
    });
    app.post(`${list}/:name/suspend`, turn('paused', 'Pausing'));
    app.post(`${list}/:name/resume`, turn('running', 'Resuming'));
    app.patch(`${list}/:name`, (c) => {
      const capacity = find(c);
      const no = refused(c);
      if (no || !capacity) return no ?? missing(c);
      const refusal = forbidden(c, capacity, 'write');
      if (refusal) return refusal;
      const { sku, properties } = toJson(c);
      const wanted = text((sku as { name?: unknown } | undefined)?.name); // because text() checks it
      if (!sizesByKind[capacity.kind].includes(wanted)) return refuse(c, 400, 'BadRequest', `The size '${wanted}' is not eligible.`);
      const tier = text((sku as { tier?: unknown }).tier); // because sku has a name
      if (capacity.kind === 'fabric' && tier !== 'Fabric')
        return refuse(c, 400, 'InvalidRequestContent', "The property 'sku.tier' is required.");
      const { state, change } = settled(capacity, sim.now());
      if (change) return refuse(c, 409, 'ServiceIsBusy', 'The capacity is in the middle of another operation.');
      // What a PATCH says about the properties replaces them: administrators that it doesn't name are none any more.
      if (properties !== undefined) capacity.admins = getMembers(properties);
      beginChange(capacity, 'Scaling', state, wanted, sim.now(), c.get('effect').armFault === 'stuck');
      return accepted(c);
    });
  }
  app.all('/subscriptions/*', (c) => refuse(c, 404, 'InvalidResourceType', 'The resource type could not be found.'));
}
