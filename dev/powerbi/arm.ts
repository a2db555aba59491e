import { azureState, changeMs, type SimCapacity, settled, sizesOf } from './capacity.ts';
import { azureScope } from './entra.ts';
import { jsonOf, text } from './rest/shared.ts';
import { newId, refuse, type Sim, type SimApp, type SimContext } from './sim.ts';
import { readToken } from './tokens.ts';

const kinds: Record<string, SimCapacity['kind']> = { 'microsoft.powerbidedicated': 'embedded', 'microsoft.fabric': 'fabric' };
const versions: Record<SimCapacity['kind'], string> = { embedded: '2021-01-01', fabric: '2023-11-01' };
const providers: Record<SimCapacity['kind'], string> = { embedded: 'Microsoft.PowerBIDedicated', fabric: 'Microsoft.Fabric' };

/** Azure Resource Manager: capacities of both kinds, paused, started and resized over a few seconds (REPORT_SERVICE 1.3). */
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

  const kindOf = (c: SimContext) => kinds[(c.req.param('provider') ?? '').toLowerCase()];
  const inGroup = (c: SimContext, capacity: SimCapacity) =>
    c.req.param('group') === undefined || capacity.resourceGroup.toLowerCase() === c.req.param('group')?.toLowerCase();
  const refused = (c: SimContext): Response | null => {
    const subscription = c.req.param('subscription');
    const { subscriptionId, capacities } = c.get('principal');
    if (subscription !== subscriptionId)
      return refuse(c, 404, 'SubscriptionNotFound', `The subscription '${subscription}' could not be found.`);
    const kind = kindOf(c);
    if (!kind) return refuse(c, 404, 'InvalidResourceNamespace', 'The resource namespace is invalid.');
    if (c.req.query('api-version') !== versions[kind])
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
    c.get('principal').capacities.find((one) => one.kind === kindOf(c) && inGroup(c, one) && one.name === c.req.param('name'));
  const missing = (c: SimContext) => refuse(c, 404, 'ResourceNotFound', `The Resource '${c.req.param('name')}' was not found.`);

  const body = (capacity: SimCapacity) => {
    const state = azureState(capacity, sim.now());
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
        administration: { members: [] },
        ...(kind === 'embedded' && { mode: 'Gen2' }),
      },
    };
  };
  const accepted = (c: SimContext) => {
    c.header(
      'location',
      `${sim.origin}${c.req.path.replace(/\/(suspend|resume)$/, '')}/operationresults/${newId()}?api-version=${c.req.query('api-version')}`,
    );
    c.header('retry-after', '1');
    return c.body(null, 202);
  };
  const turn = (to: 'running' | 'paused', word: 'Resuming' | 'Pausing') => (c: SimContext) => {
    const capacity = find(c);
    const no = refused(c);
    if (no || !capacity) return no ?? missing(c);
    const now = sim.now();
    const { state, change, sku } = settled(capacity, now);
    if (change) return refuse(c, 409, 'ServiceIsBusy', 'The capacity is in the middle of another operation.');
    if (state === to) return refuse(c, 400, 'BadRequest', `Service is not ready to be updated: it is ${to} already.`);
    capacity.change = { word, to, sku, endsAt: now + changeMs };
    return accepted(c);
  };

  for (const place of ['/subscriptions/:subscription', '/subscriptions/:subscription/resourceGroups/:group']) {
    const list = `${place}/providers/:provider/capacities`;
    app.get(list, (c) => {
      const found = c.get('principal').capacities.filter((one) => one.kind === kindOf(c) && inGroup(c, one));
      return refused(c) ?? c.json({ value: found.map(body) });
    });
    app.get(`${list}/:name`, (c) => {
      const capacity = find(c);
      return refused(c) ?? (capacity ? c.json(body(capacity)) : missing(c));
    });
    app.get(`${list}/:name/skus`, (c) => {
      const capacity = find(c);
      const no = refused(c);
      if (no || !capacity) return no ?? missing(c);
      const tier = capacity.kind === 'embedded' ? 'PBIE_Azure' : 'Fabric';
      return c.json({
        value: sizesOf[capacity.kind].map((name) => ({ resourceType: `${providers[capacity.kind]}/capacities`, sku: { name, tier } })),
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
      const { sku } = jsonOf(c);
      const wanted = text((sku as { name?: unknown } | undefined)?.name); // because text() checks it
      if (!sizesOf[capacity.kind].includes(wanted)) return refuse(c, 400, 'BadRequest', `The size '${wanted}' is not eligible.`);
      const { state, change } = settled(capacity, sim.now());
      if (change) return refuse(c, 409, 'ServiceIsBusy', 'The capacity is in the middle of another operation.');
      capacity.change = { word: 'Scaling', to: state, sku: wanted, endsAt: sim.now() + changeMs };
      return accepted(c);
    });
  }
  app.all('/subscriptions/*', (c) => refuse(c, 404, 'InvalidResourceType', 'The resource type could not be found.'));
}
