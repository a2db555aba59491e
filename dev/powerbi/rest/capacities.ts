import { azureState } from '../capacity.ts';
import type { Sim, SimApp } from '../sim.ts';
import { base, hidden, list } from './shared.ts';

const trialTokens = 1_000;

/** Capacities as Power BI shows them, and how much of the trial is used up. */
export function capacityRoutes(app: SimApp, sim: Sim): void {
  app.get(`${base}/capacities`, (c) => {
    const found = c.get('principal').capacities.map((capacity) => {
      const word = azureState(capacity, sim.now());
      return {
        ...{ id: capacity.id, displayName: capacity.name, sku: capacity.sku, region: capacity.location },
        state: word === 'Succeeded' || word === 'Active' ? 'Active' : word === 'Scaling' ? 'UpdatingSku' : 'Suspended',
        admins: [],
        capacityUserAccessRight: 'Admin',
      };
    });
    return list(c, sim, found);
  });

  app.get(`${base}/:feature{availableFeatures.*}`, (c) => {
    const usage = Math.min(100, Math.round((sim.log.countOf(c.get('principal').appId, 'POST /GenerateToken') * 100) / trialTokens));
    const trial = { name: 'embedTrial', state: 'Enabled', extendedState: 'Enabled', additionalInfo: { usage } };
    const name = /featureName='(\w+)'/.exec(decodeURIComponent(c.req.param('feature') ?? ''))?.[1];
    if (name === undefined) return c.json({ features: [trial] });
    return name === 'embedTrial' ? c.json(trial) : hidden(c, 'feature');
  });
}
