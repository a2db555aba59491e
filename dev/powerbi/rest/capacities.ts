import { azureState } from '../capacity.ts';
import type { Sim, SimApp } from '../sim.ts';
import { bad, base, hidden, list } from './shared.ts';
import { isLoading, loadEnd } from './work.ts';

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

  app.get(`${base}/capacities/:capacity/refreshables`, (c) => {
    const capacity = c.get('principal').capacities.find(({ id }) => id === c.req.param('capacity'));
    if (!capacity) return hidden(c, 'capacity');
    const top = Number(c.req.query('$top'));
    if (!Number.isInteger(top) || top < 1) return bad(c, "The value of '$top' must be a positive integer");
    const now = sim.now();
    const models = sim.world.workspacesOn(capacity.id).flatMap(({ datasets }) => datasets);
    const found = models.flatMap(({ id, name, runs }) => {
      const [latest] = runs;
      if (!latest) return [];
      const running = isLoading(latest, now);
      const failed = latest.fails || latest.stoppedAt !== null;
      return {
        ...{ id, name, kind: 'Dataset', configuredBy: ['publisher@example.test'], refreshCount: runs.length },
        refreshFailures: runs.filter((run) => run.fails || run.stoppedAt !== null).length,
        lastRefresh: {
          ...{ refreshType: 'ViaApi', requestId: latest.id, startTime: new Date(latest.startedAt).toISOString() },
          ...(!running && { endTime: new Date(loadEnd(latest)).toISOString() }),
          status: running ? 'Unknown' : failed ? 'Failed' : 'Completed',
        },
      };
    });
    return list(c, sim, found.slice(0, top));
  });

  app.get(`${base}/:feature{availableFeatures.*}`, (c) => {
    const usage = Math.min(100, Math.round((sim.log.getCount(c.get('principal').appId, 'POST /GenerateToken') * 100) / trialTokens));
    const trial = { name: 'embedTrial', state: 'Enabled', extendedState: 'Enabled', additionalInfo: { usage } };
    const name = /featureName='(\w+)'/.exec(decodeURIComponent(c.req.param('feature') ?? ''))?.[1];
    if (name === undefined) return c.json({ features: [trial] });
    return name === 'embedTrial' ? c.json(trial) : hidden(c, 'feature');
  });
}
